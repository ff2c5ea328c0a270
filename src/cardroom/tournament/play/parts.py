"""The parts of one tournament, in the order in which they apply its events."""

from cardroom.engine.chance import RandBelow
from cardroom.engine.deadlines import Deadlines
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.due import Due
from cardroom.tournament.journal import Journal
from cardroom.tournament.play.finishing import FinishingOrder
from cardroom.tournament.play.hand_for_hand import HandForHand
from cardroom.tournament.play.level_clock import LevelClock
from cardroom.tournament.play.standings import Standings
from cardroom.tournament.prizes.bounty_book import BountyBook
from cardroom.tournament.prizes.holds import Holds
from cardroom.tournament.prizes.payouts import Payouts
from cardroom.tournament.tables.field import Field
from cardroom.tournament.tables.keeping_apart import PartnersOf
from cardroom.tournament.terms import Terms


class Parts:
    """What a tournament consists of: each part has its own state, which follows from its events.

    The other classes of this package decide what happens next, and change nothing but by an event.
    """

    def __init__(
        self, terms: Terms, desk: Desk, rand_below: RandBelow, partners_of: PartnersOf
    ) -> None:
        self.terms = terms
        """As defined; the draw of a HexaPro game changes those of field and clock (TAMB-79)."""
        self.rand_below = rand_below
        self.journal = journal = Journal()
        self.deadlines: Deadlines[Due] = Deadlines()
        self.desk = desk
        desk.bind(journal)
        self.holds = Holds(desk, journal)
        self.field = Field(terms, journal, self.deadlines, rand_below, partners_of)
        self.level_clock = LevelClock(terms)
        self.payouts = Payouts(terms, desk, journal, self.holds)
        self.bounty_book = BountyBook(terms, desk, journal, rand_below, self.holds)
        finishing = FinishingOrder()
        self.hand_for_hand = HandForHand(terms, self.field, self.payouts, finishing, journal)
        self.standings = Standings(
            terms=terms,
            desk=desk,
            field=self.field,
            payouts=self.payouts,
            hand_for_hand=self.hand_for_hand,
            finishing=finishing,
            journal=journal,
            rand_below=rand_below,
        )
        for part in (
            self.holds,
            self.field,
            self.hand_for_hand,
            self.standings,
            self.payouts,
            self.bounty_book,
            self.level_clock,
        ):
            journal.subscribe(part.handlers)

    @property
    def is_in_the_money(self) -> bool:
        """Registration and purchases closed, and no more players left than places (TAMB-81)."""
        return self.desk.is_closed and self.payouts.pays_all(self.field.left)
