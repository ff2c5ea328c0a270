"""A field without money: what happens at the tables, in the seats that a test wants."""

import random

from cardroom.cards import DECK
from cardroom.engine.deadlines import Deadlines
from cardroom.ledger import PlayerId
from cardroom.rulebook import edition
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.events import (
    HandDealt,
    Seated,
    TableOpened,
    TournamentEvent,
    TournamentStarted,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.journal import Journal
from cardroom.tournament.tables.field import Field
from cardroom.tournament.tables.keeping_apart import PartnersOf, no_partners
from cardroom.tournament.terms import Terms, clock_terms
from cardroom.units import Seat
from tests.tournament.arena import freezeout
from tests.tournament.desks import START_MS


class SampleField:
    """A field without money: tables with players in given seats, button and blinds as told."""

    def __init__(
        self,
        *tables: list[Seat],
        seats: int = 6,
        seed: int = 1,
        edition_name: str = "en-2.7",
        terms: Terms | None = None,
        partners_of: PartnersOf = no_partners,
    ) -> None:
        definition = freezeout(edition_name, seats=seats)
        terms = terms or terms_of(definition, edition(edition_name), starts_ms=START_MS)
        self.terms = terms
        self.journal = Journal()
        self.chance = random.Random(seed)
        self.field = Field(terms, self.journal, Deadlines(), self.chance.randrange, partners_of)
        self.journal.subscribe(self.field.handlers)
        self.entries = 0
        for number, chairs in enumerate(tables, start=1):
            self.journal.record(TableOpened(TableNumber(number), 0))
            for seat in chairs:
                self.sit(number, seat)
        self.journal.record(TournamentStarted(0))
        self.journal.take_step()

    def sit(self, table: int, seat: Seat) -> None:
        self.entries += 1
        entry, player = EntryId(self.entries), PlayerId(self.entries)
        self.journal.record(Seated(entry, player, TableNumber(table), seat, 1000, 0))
        self.field.refresh(TableNumber(table), 0)

    def deal(self, table: int) -> HandDealt:
        """Deal a hand and leave it open."""
        clock = clock_terms(self.terms.rules.timing, final_stage=False)
        deck = self.chance.sample(DECK, len(DECK))
        number = TableNumber(table)
        self.field.announce(number, 0, level=1, clock=clock, synchronised=False)
        self.field.tables[number].deal(deck, 0)
        dealt = self.field.tables[number].dealt_hand
        assert dealt is not None
        return dealt

    def finish(self, table: int) -> None:
        """Everybody folds."""
        live = self.field.tables[TableNumber(table)]
        assert live.hand is not None
        while live.hand is not None and live.hand.actor is not None:
            live.act(live.hand.actor, "fold", 0, 0)
        self.field.finish(TableNumber(table), 0)
        self.field.refresh(TableNumber(table), 0)

    def hand(self, table: int) -> HandDealt:
        dealt = self.deal(table)
        self.finish(table)
        return dealt

    def out(self, table: int, seat: Seat) -> None:
        entrant = self.field.tables[TableNumber(table)].seats[seat]
        self.field.knock_out(entrant, "busted", 0)

    def balance(self) -> list[TournamentEvent]:
        """Balance; the events that it brings."""
        self.journal.take_step()
        self.field.balance_tables(0)
        return self.journal.take_step().events

    @property
    def sizes(self) -> list[int]:
        return [len(table.seats) for table in self.field.tables.values()]
