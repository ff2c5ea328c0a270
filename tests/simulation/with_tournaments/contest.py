"""One tournament counted a second time, step by step, from the raw rows of the store.

Seats, chips, places and bounties are judged by the checks of `cardroom simulate`, which see events
only; prices, prizes, shares and pools are worked out here from docs/rules.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from cardroom.engine.events import decode_events as decode_hand
from cardroom.ledger import Transfer
from cardroom.rulebook import edition
from cardroom.simulation.tournament.checks import Checks
from cardroom.tournament import desk_events as desk
from cardroom.tournament import events as played
from cardroom.tournament.definition import Definition
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.terms import Terms
from tests.simulation.with_tournaments import shares
from tests.simulation.with_tournaments.plans import (
    HEXAPRO_FEE,
    Parts,
    Plan,
    awards,
    drawn,
    hexapro_awards,
)


class StoredStep(NamedTuple):
    """A step as its row has it, with its transfers and its hand."""

    tournament: int
    number: int
    epoch: int
    first_event: int
    at_ms: int
    events: Sequence[TournamentEvent]
    transfers: Sequence[Transfer]
    table: int
    """Of its hand, in the room; 0 without one."""
    stacks: dict[int, int]
    """Chips by player, as the record of its hand has them."""
    history: bytes


class Contest:
    """What is known of one tournament by its stored steps."""

    def __init__(
        self, number: int, plan: Plan, edition_name: str, definition: Definition, terms: Terms
    ) -> None:
        self.number = number
        self.plan = plan
        self.steps = 0
        self.hands = 0
        self.players: dict[int, int] = {}
        """Who holds an entry."""
        self.means: dict[int, desk.Payment] = {}
        self.living: dict[int, None] = {}
        """Entries that are neither given back nor out."""
        self.given_back: set[int] = set()
        self.has_started = False
        self.ended = ""
        self.level = 0
        self.halts: set[str] = set()
        self.offers: dict[int, int] = {}
        """Who may buy back, and until when."""
        self.asked: Counter[int] = Counter()
        """How often an entry has bought chips, or asked for them during a hand."""
        self.busy: dict[int, int] = {}
        """Tables with a hand in progress, and its number."""
        self.is_synchronised = False
        self.last_ms = 0
        self.idle_since_ms: dict[int, int] = {}
        """Tables between two hands, since when nothing has changed for them."""
        self.results: dict[int, tuple[int, int]] = {}
        """Place and prize by entry, as far as they are known."""
        self.seats_won: list[int] = []
        """Entries that have won a seat in another tournament (TYP-04)."""
        self.bounties_won: Counter[int] = Counter()
        """What players have won for knock-outs, in cash."""
        self.pool = Counter[str]()
        """What must be in its pools: `places`, `bounties`, `fees`."""
        self.game_account = 0
        """What a HexaPro game has brought the house so far (TAMB-40)."""
        self._edition = edition_name
        self._parts = plan.parts_in(edition_name)
        self._contributions = 0
        self._structure: tuple[int, ...] | None = None
        self._fees: Counter[int] = Counter()
        self._heads: Counter[int] = Counter()
        self._tenths = 0
        self._paid = 0
        self._shares: dict[int, played.SharePaid] = {}
        self._is_closed = [False, "rebuy" not in plan.tail]
        self._deal: dict[int, int] = {}
        self._chips_in = 0
        self._removed = 0
        self._epoch = 0
        self._events = 0
        rules = edition(edition_name).tournament
        self.checks = Checks(
            terms.seats,
            rules,
            places_before_money=terms.places_before_money,
            bounty=definition.bounty,
        )

    # Reading

    def read(self, step: StoredStep) -> None:
        """Follow one step, then see that everything adds up."""
        about = f"step {step.number} of tournament {self.number}"
        assert step.number == self.steps + 1, f"{about} does not follow"
        assert step.first_event == self._events + 1, f"{about}: events are missing"
        assert step.epoch >= self._epoch, f"{about} is of a former owner (CRASH-01)"
        assert step.at_ms >= self.last_ms, f"{about}: time went back"
        self.steps, self._epoch, self.last_ms = step.number, step.epoch, step.at_ms
        self._events += len(step.events)
        if step.table:
            self._verify_hand(step)
        # Without events, a seat that somebody won who is in already becomes a ticket (TAMB-68): the
        # satellite has paid for it, and what players paid and got here stays as it was.
        for transfer in step.transfers if step.events else ():
            self.checks.pay(transfer)
        for event in step.events:
            self.checks.read(event)
            self._follow(event)
        over = any(isinstance(event, played.TournamentEnded) for event in step.events)
        if step.table and not over:
            self.checks.after_commit()
        if over:
            self.checks.at_the_end()
        if self._shares and over:
            self._verify_shares()
        self._verify_chips()
        self._note_idle(step)

    def _verify_hand(self, step: StoredStep) -> None:
        """The record of the hand and the event that counts it say the same (TRN-25)."""
        (finished,) = [one for one in step.events if isinstance(one, played.HandFinished)]
        self.hands += 1
        number = TableNumber(finished.table)
        self.checks.play_out(number, decode_hand(step.history))
        seats = self.checks.seats.tables[number]
        said = {self.players[seats[seat]]: stack for seat, stack in finished.stacks}
        assert said == step.stacks, f"the hand left {step.stacks}, the tournament counts {said}"

    def _follow(self, event: TournamentEvent) -> None:
        match event:
            case desk.Registered():
                self._enter(event)
            case desk.Unregistered(entry=entry):
                self._give_back(entry, event)
            case desk.ChipsBought(entry=entry, kind=kind, price=price):
                expected = self.plan.addon if kind == "add_on" else self._parts
                assert expected is not None, f"not sold here: {event}"
                self._pay_in(entry, expected, (price.places, price.bounty, price.fee))
                self.asked[entry] += 1
                self.offers.pop(entry, None)
            case desk.RebuyAsked(entry=entry):
                self.asked[entry] += 1
            case desk.RebuyOffered(entry=entry, until_ms=until_ms):
                self.offers[entry] = until_ms
            case desk.RebuyDeclined(entry=entry):
                self.offers.pop(entry, None)
            case desk.RegistrationClosed():
                self._is_closed[0] = True
            case desk.PurchasesClosed():
                self._is_closed[1] = True
            case played.Seated(entry=entry, stack=stack):
                assert entry in self.living, f"somebody who is out gets a seat: {event}"
                self._chips_in += stack
            case played.ChipsAdded(chips=chips):
                self._chips_in += chips
            case played.KnockedOut(entry=entry, chips=chips, cause=cause):
                assert entry in self.living, f"out twice: {event}"
                del self.living[entry]
                self.offers.pop(entry, None)
                self._removed += chips if cause == "disqualified" else 0
            case _:
                self._follow_course(event)
        self._follow_money(event)

    def _follow_course(self, event: TournamentEvent) -> None:
        match event:
            case played.TournamentStarted():
                self._verify_start()
                self.has_started = True
            case played.LevelStarted(level=level):
                self.level = level
            case played.PauseDue(cause=cause):
                self.halts.add(cause)
            case played.PauseEnded(cause=cause):
                self.halts.discard(cause)
            case played.HandDealt(table=table, number=number, dealt_in=dealt_in):
                self.busy[table] = number
                out = [entry for _, entry in dealt_in if entry not in self.living]
                assert not out, f"{out} are out and get cards: {event}"
            case played.HandFinished(table=table) | played.HandRolledBack(table=table):
                del self.busy[table]
            case played.SynchronisedHandStarted():
                self.is_synchronised = True
            case played.SynchronisedHandEnded() | played.HandForHandEnded():
                self.is_synchronised = False
            case played.TournamentEnded(cause=cause):
                assert not self.ended, "it ends twice"
                self.ended = cause

    def _verify_start(self) -> None:
        """Enough have entered (TRN-15, TAMB-65); a Sit & Go is full (TYP-02)."""
        needed = self.plan.least if self.plan.kind == "scheduled" else self.plan.seats
        assert len(self.living) >= needed, f"{len(self.living)} entries, {needed} needed"

    # Entries

    def _enter(self, event: desk.Registered) -> None:
        entry, price = event.entry, event.price
        assert entry not in self.players, f"an entry twice: {event}"
        others = {self.players[one] for one in self.living}
        assert event.player not in others, f"in twice: {event}"
        count = list(self.players.values()).count(event.player) - sum(
            self.players[one] == event.player for one in self.given_back
        )
        assert count < self.plan.max_entries, f"entry number {count + 1}: {event}"
        self.players[entry], self.means[entry] = event.player, event.payment
        self.living[entry] = None
        self._pay_in(entry, self._parts, (price.places, price.bounty, price.fee))

    def _pay_in(self, entry: int, expected: Parts, said: tuple[int, int, int]) -> None:
        # HexaPro has one account for all games, and no parts.
        assert sum(said) == expected.total, f"{entry} pays {said}, not {expected}"
        if self.plan.kind == "hexapro":
            self.game_account += sum(said)
            return
        assert said == tuple(expected), f"{entry} pays {said}, not {expected} (PRZ-01)"
        self._contributions += said[0]
        self._heads[entry] += said[1]
        self._fees[entry] += said[2]
        self.pool.update(dict(zip(("places", "bounties", "fees"), said, strict=True)))

    def _give_back(self, entry: int, event: desk.Unregistered) -> None:
        """Everything goes back, in kind (TRN-12, TRN-13)."""
        del self.living[entry]
        self.given_back.add(entry)
        paid, back = self.means[entry], event.refund
        if paid.means == "ticket":
            assert back == paid, f"paid with {paid}, given back {back}"
        elif paid.means == "cash":
            assert back.means == "cash", f"paid in cash, given back {back}"
        else:
            assert back.means != "cash", f"paid with {paid}, given back {back} (TRN-13)"
        if self.plan.kind == "hexapro":
            self.game_account -= self._parts.total
            return
        self._contributions -= self._parts.places
        self.pool.subtract(
            {"places": self._parts.places, "bounties": self._parts.bounty, "fees": self._parts.fee}
        )
        del self._heads[entry], self._fees[entry]

    # Prizes

    def _follow_money(self, event: TournamentEvent) -> None:
        match event:
            case played.MultiplierDrawn(number=number, multiplier_tenths=tenths, pool=pool):
                assert tenths == drawn(self._edition, number), f"drawn wrong: {event} (HEX-04)"
                assert pool == self._parts.total * tenths // 10, f"not the pool: {event} (HEX-01)"
                self._tenths = tenths
            case played.StructureFixed():
                self._fix(event)
            case played.DealMade(shares=agreed, left_to_play_for=left):
                self._verify_deal(dict(agreed), left)
            case played.PlaceTaken(entry=entry, place=place):
                assert place not in {one for one, _ in self.results.values()}, f"twice: {event}"
                self.results[entry] = place, 0
            case played.PrizeWon(entry=entry, place=place, award=award):
                assert self.results[entry] == (place, 0), f"paid twice, or another place: {event}"
                self.results[entry] = place, award.cents
                self._pay_out(award.cents)
                if award.seat:
                    self.seats_won.append(entry)
            case played.BountyTaken(victim=victim, by=by, cash=cash, added=added):
                self._take_head(victim, by, cash, added)
            case played.SharePaid(entry=entry):
                assert entry not in self._shares, f"shared twice: {event}"
                self._shares[entry] = event

    def _pay_out(self, amount: int) -> None:
        self._paid += amount
        if self.plan.kind == "hexapro":
            self.game_account -= amount
        else:
            self.pool["places"] -= amount

    def _fix(self, event: played.StructureFixed) -> None:
        """The prizes are those of the published table for this field (TRN-08, TAMB-41 to 43)."""
        entries = len(self.players) - len(self.given_back)
        plan = self.plan
        assert event.entries == entries, f"{entries} entries: {event}"
        if plan.kind == "hexapro":
            expected = hexapro_awards(self._edition, self._tenths, self._parts.total)
            pool = added = 0
        else:
            pool = max(self._contributions + plan.added, plan.guarantee)
            seats = min(plan.guaranteed_seats, entries)
            pool = max(pool, seats * plan.seat_price)
            added = pool - self._contributions
            expected = awards(plan, entries, pool)
        said = tuple(award.cents for award in event.awards)
        assert said == expected, f"{entries} entries and {pool} pay {expected}, not {said}"
        assert event.overlay == added, f"the house adds {added}: {event} (TAMB-66)"
        self._structure = expected
        self.pool["places"] += added

    def _verify_deal(self, agreed: dict[int, int], left: int) -> None:
        """A deal shares the prizes that are left, no cent more or less (TAMB-98)."""
        assert self._structure is not None
        assert agreed.keys() == self.living.keys(), f"a deal of {list(agreed)}, not of all"
        prizes = self._structure[: len(agreed)]
        assert sum(agreed.values()) + left == sum(prizes), f"{agreed} and {left} of {prizes}"
        assert min(agreed.values()) >= prizes[-1], f"{agreed}: everybody keeps {prizes[-1]}"
        self._deal, self._structure = agreed, (left,) if left else ()

    def _take_head(self, victim: int, by: int, cash: int, added: int) -> None:
        """Nothing is made or lost of a bounty: it is paid, or moves to another head (TAMB-73)."""
        self._heads[victim] -= cash + added
        assert self._heads[victim] >= 0, f"{victim} was worth less than {cash} and {added}"
        self._heads[by] += added
        self.pool["bounties"] -= cash
        self.bounties_won[self.players[by]] += cash

    @property
    def fees_kept(self) -> int:
        """What the house keeps of all fees: those of players left when it is cancelled go back."""
        return sum(self._fees.values()) - sum(
            share.fees for share in self._shares.values() if self.plan.kind != "hexapro"
        )

    # Shares

    def _verify_shares(self) -> None:
        """A cancelled tournament gives what the policy says, to the cent (CXL-01 to CXL-10)."""
        stacks = {
            int(one): chips
            for one, chips in self.checks.seats.stacks.items()
            if one in self._shares
        }
        given = {one: share.pot for one, share in self._shares.items()}
        policy = self._policy(stacks)
        assert given == policy, f"cancelled with {stacks}: {given}, not {policy}"
        for one, share in self._shares.items():
            fee = HEXAPRO_FEE if self.plan.kind == "hexapro" else self._fees[one]
            assert share.fees == fee, f"{one} gets a fee of {share.fees}, not {fee} (TAMB-88)"
            assert share.bounty == self._heads[one], f"{one} is worth {self._heads[one]} (TAMB-86)"
        if self.plan.kind == "hexapro":
            self.game_account -= sum(given.values()) + HEXAPRO_FEE * len(given)

    def _policy(self, stacks: dict[int, int]) -> dict[int, int]:
        structure, left = self._structure, len(stacks)
        if self.plan.kind == "hexapro":
            assert structure is not None
            return shares.of_a_drawn_pool(sum(structure), self._paid, structure[:left], stacks)
        if self._deal and structure is not None:
            rest = shares.at_the_final_table(structure, stacks)
            return {one: self._deal[one] + share for one, share in rest.items()}
        if structure is None or left > len(structure):
            pot = self._contributions + self.plan.added
            equally = self.plan.is_free and self._edition == "fr-2.2"
            return shares.out_of_the_money(pot, dict.fromkeys(stacks, 1) if equally else stacks)
        if len(self.checks.seats.tables) == 1:
            return shares.at_the_final_table(structure[:left], stacks)
        return shares.at_several_tables(structure[:left], stacks)

    # Chips

    def _verify_chips(self) -> None:
        """Started, re-bought and added on is in play or removed (TAMB-69, TAMB-89)."""
        in_play = sum(self.checks.seats.stacks.values())
        assert self._chips_in == in_play + self._removed, (
            f"{self._chips_in} chips came in, {in_play} are in play, {self._removed} removed"
        )

    # Who waits

    def _note_idle(self, step: StoredStep) -> None:
        """Since when each table could deal: any step of the tournament may change that."""
        tables = self.checks.seats.tables
        if any(isinstance(event, played.PauseEnded) for event in step.events):
            self.idle_since_ms.clear()
        waits = not self.has_started or self.ended or self.halts or self.is_synchronised
        for table in list(self.idle_since_ms):
            if table not in tables:
                del self.idle_since_ms[table]
        for table, seats in tables.items():
            offered = any(entry in self.offers for entry in seats.values())
            if waits or table in self.busy or len(seats) < 2 or offered:
                self.idle_since_ms.pop(table, None)
            else:
                self.idle_since_ms.setdefault(table, step.at_ms)
