"""What the places win: the structure when it is final, and the payment of every place."""

from cardroom.ledger.accounts import Kind, house
from cardroom.ledger.hexapro import pay_hexapro
from cardroom.rulebook.tournament.fees import SngSeats
from cardroom.rulebook.tournament.hexapro_game import Prize
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.events import (
    DealMade,
    PlaceTaken,
    PrizeWon,
    StructureFixed,
)
from cardroom.tournament.ids import EntryId
from cardroom.tournament.journal import Handlers, Journal
from cardroom.tournament.prizes.awards import Award, Structure
from cardroom.tournament.prizes.hexapro import hexapro_structure
from cardroom.tournament.prizes.holds import Holds
from cardroom.tournament.prizes.satellite_prizes import satellite_structure
from cardroom.tournament.prizes.structures import mtt_structure, overlay, paid_places, sng_structure
from cardroom.tournament.terms import Terms
from cardroom.units import Cents

ADDED_MONEY, RETURNED_MONEY, VIP_MONEY, ALTERED_MONEY = 1, 2, 3, 4
"""The numbers of what the house adds to the place pool, takes back, pays for a VIP, and adds to the
shares of a cancelled tournament."""


class Payouts:
    """The prizes of one tournament and who has been paid (TRN-08, TRN-22, TAMB-62)."""

    def __init__(self, terms: Terms, desk: Desk, journal: Journal, holds: Holds) -> None:
        self._holds = holds
        self._terms = terms
        self._desk = desk
        self._journal = journal
        self._money = desk.money
        self.structure: Structure | None = None
        """None while it is not final."""
        self.pool: Cents = 0
        self.house_money: Cents = 0
        """What the house has put into the place pool."""
        self.paid: Cents = 0
        self.waiting: dict[EntryId, int] = {}
        """Places taken before the structure was final."""
        self.agreed_shares: dict[EntryId, Cents] = {}
        """What a deal about the prizes gives to each of the players left (TAMB-98)."""

    # Questions

    def paid_places(self) -> int:
        """K: of the structure, or of one for the entries so far (TAMB-35, TAMB-46)."""
        if self.structure is not None:
            return len(self.structure)
        terms, entries = self._terms, self._desk.count
        pool = self._players_pool() + self._overlay()
        if terms.satellite is not None:
            return len(self._satellite(entries, pool)[0])
        return paid_places(terms.rules.prizes, entries, terms.seats, pool)

    def paid_places_at_most(self) -> int:
        """A quick upper bound of K."""
        terms, entries = self._terms, self._desk.count
        maximum = terms.rules.prizes.paid_places(entries)
        if terms.satellite is None:
            return maximum
        seats = self._desk.pool // terms.satellite.seat_price + terms.satellite.seats_guaranteed
        return max(maximum, seats + 1)

    def prizes(self, left: int) -> list[Cents]:
        """What the places 1 to `left` win, as money (CXL-08)."""
        assert self.structure is not None
        won = [award.cents for award in self.structure[:left]]
        return won + [0] * (left - len(won))

    def pays_all(self, left: int) -> bool:
        """Whether this many players are in the money, by place or by a deal (TAMB-81)."""
        if self.structure is None:
            return False
        return left <= len(self.structure) or bool(self.agreed_shares)

    @property
    def has_seats(self) -> bool:
        """Whether seats in a target are still to be given (TAMB-68)."""
        return any(award.seat for award in self.structure or ())

    @property
    def house_part(self) -> Cents:
        """What the house adds for the entries so far: added pool, overlay, guaranteed seats."""
        return self.planned()[1]

    def planned(self) -> tuple[Structure, Cents]:
        """The awards for the entries so far, and what the house adds for them (TRN-03, PRZ-05)."""
        added = self._terms.added + self._overlay()
        structure, seats_added = self._structure(self._desk.pool + added)
        return structure, added + seats_added

    @property
    def _entries(self) -> int:
        """N: in a second phase all entries of the first ones, and who paid to enter here."""
        if not self._terms.entries_before:
            return self._desk.count
        return self._terms.entries_before + self._desk.paid_entries

    def _players_pool(self) -> Cents:
        return self._desk.pool + self._terms.added

    def _overlay(self) -> Cents:
        """What is missing to the guarantee; bounties count if the rules say so (TAMB-66)."""
        counted = self._players_pool()
        if self._terms.rules.formats.overlay_counts_bounties:
            counted += self._desk.bounties + self._terms.bounties_before
        return overlay(self._terms.guarantee, counted)

    def _satellite(self, entries: int, pool: Cents) -> tuple[Structure, Cents]:
        satellite = self._terms.satellite
        assert satellite is not None
        return satellite_structure(
            self._terms.rules,
            entries=entries,
            seats=self._terms.seats,
            pool=pool,
            seat_price=satellite.seat_price,
            seats_guaranteed=satellite.seats_guaranteed,
        )

    def _structure(self, pool: Cents) -> tuple[Structure, Cents]:
        """The awards and what the house adds for them beyond the overlay."""
        terms, arrived = self._terms, self._desk.count
        if terms.satellite is not None:
            return self._satellite(arrived, pool)
        if terms.family == "sng":
            seats: SngSeats = 2 if terms.seats == 2 else 5
            assert terms.seats == seats
            return sng_structure(terms.rules.prizes, seats=seats, pool=pool), 0
        second_phase = terms.entries_before > 0
        return mtt_structure(
            terms.rules.prizes,
            entries=self._entries,
            seats=terms.seats,
            pool=pool,
            places_max=arrived if second_phase else None,
        ), 0

    # Decisions

    def fix(self, at_ms: int) -> None:
        """Registration and purchases are closed: the prizes are final (TAMB-46, TAMB-66)."""
        structure, added = self.planned()
        pool = self._desk.pool + added
        self._journal.record(StructureFixed(self._entries, pool, added, structure))
        if added:
            self.add_house_money(added, at_ms)

    def add_house_money(self, amount: Cents, at_ms: int) -> None:
        """The house pays overlay, added pool and guaranteed seats into the place pool."""
        transfer = self._money.add_house_money(
            self._money.places, amount, number=ADDED_MONEY, at_ms=at_ms
        )
        self._journal.pay(transfer)

    def add_altered_money(self, amount: Cents, at_ms: int) -> None:
        """The house gives the players of a cancelled tournament more than the policy (CXL-11)."""
        if amount:
            transfer = self._money.add_house_money(
                self._money.places, amount, number=ALTERED_MONEY, at_ms=at_ms
            )
            self._journal.pay(transfer)

    def fix_drawn(self, prize: Prize) -> None:
        """A HexaPro game pays what was drawn, from the house's game account (TAMB-40, TAMB-79)."""
        game = self._terms.hexapro
        assert game is not None
        structure = hexapro_structure(game, prize, self._terms.buy_in)
        pool = sum(award.cents for award in structure)
        self._journal.record(StructureFixed(self._desk.count, pool, 0, structure))

    def pay_waiting(self, at_ms: int) -> None:
        """Pay those who were out before the structure was final (TAMB-62)."""
        for entry, place in list(self.waiting.items()):
            self.pay(entry, place, at_ms)

    def pay(self, entry: EntryId, place: int, at_ms: int) -> None:
        """Credit the prize of a place; a seat in a target is given elsewhere (TRN-22, TAMB-62)."""
        award = self._award(entry, place)
        if award is None or not award.cents:
            return
        is_held = self._holds.case_of(entry) is not None
        self._journal.record(PrizeWon(entry, place, award, is_held))
        if is_held:
            self._hold(entry, award.cents, at_ms)
        elif not award.seat:
            self._pay_cash(entry, award.cents, at_ms)

    def _award(self, entry: EntryId, place: int) -> Award | None:
        """The award of a place; after a deal the share, and what was left to play for."""
        assert self.structure is not None
        award = self.structure[place - 1] if place <= len(self.structure) else None
        share = self.agreed_shares.get(entry, 0)
        if not share:
            return award
        return Award(share + (award.cents if award is not None else 0))

    def _pay_cash(self, entry: EntryId, amount: Cents, at_ms: int) -> None:
        player = self._desk.player_of(entry)
        if self._terms.hexapro is None:
            transfer = self._money.pay_prize(player, amount, entry=entry, at_ms=at_ms)
        else:
            currency = self._money.currency
            transfer = pay_hexapro(self._money.id, player, amount, currency, at_ms=at_ms)
        self._journal.pay(transfer)

    def _hold(self, entry: EntryId, amount: Cents, at_ms: int) -> None:
        """The prize of a disqualified player waits for the case (TRN-24, TAMB-89)."""
        source = self._money.places
        if self._terms.hexapro is not None:
            source = house(Kind.HEXAPRO, self._money.currency)
        self._holds.set_aside(entry, amount, source, of="prize", number=entry, at_ms=at_ms)

    def match_pool(self, needed: Cents, at_ms: int) -> None:
        """Of a cancelled tournament: an added pool is paid in, an unused overlay goes back."""
        there = self._desk.pool + self.house_money - self.paid
        if needed > there:
            self.add_house_money(needed - there, at_ms)
        elif needed < there:
            self._give_back_house_money(there - needed, at_ms)

    def _give_back_house_money(self, amount: Cents, at_ms: int) -> None:
        """A cancelled tournament that was not in the money pays no overlay (TAMB-82)."""
        transfer = self._money.return_house_money(
            self._money.places, amount, number=RETURNED_MONEY, at_ms=at_ms
        )
        self._journal.pay(transfer)

    # What a recorded event changes

    @property
    def handlers(self) -> Handlers:
        """Places, the structure, prizes and deals."""
        return {
            PlaceTaken: self._apply_place,
            StructureFixed: self._apply_structure,
            PrizeWon: self._apply_prize,
            DealMade: self._apply_deal,
        }

    def _apply_place(self, event: PlaceTaken) -> None:
        """A place was taken; it is paid now or when the structure is final."""
        entry, place = event.entry, event.place
        if self.structure is None or place <= len(self.structure) or entry in self.agreed_shares:
            self.waiting[entry] = place

    def _apply_structure(self, event: StructureFixed) -> None:
        awards = event.awards
        self.structure, self.pool, self.house_money = awards, event.pool, event.overlay
        self.waiting = {e: place for e, place in self.waiting.items() if place <= len(awards)}

    def _apply_prize(self, event: PrizeWon) -> None:
        self.paid += event.award.cents
        del self.waiting[event.entry]

    def _apply_deal(self, event: DealMade) -> None:
        self.agreed_shares = dict(event.shares)
        self.structure = (Award(event.left_to_play_for),) if event.left_to_play_for else ()
