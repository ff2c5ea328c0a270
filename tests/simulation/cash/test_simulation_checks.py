"""The simulation's checks have teeth: every table that is broken on purpose is caught."""

import dataclasses
from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from cardroom.cash.events import Left, SatDown
from cardroom.cash.lobby_events import TableNews
from cardroom.cash.occupant import Occupant
from cardroom.cash.positions import HandPositions
from cardroom.cash.rejoin_history import RejoinHistory
from cardroom.cash.table import CashTable
from cardroom.ledger import PlayerId, SettledHand, TableId
from cardroom.rulebook import edition
from cardroom.rulebook.cash import CashRules, Stake, StakeKey
from cardroom.simulation.cash.comings import Comings
from cardroom.simulation.cash.orbits import Orbits
from cardroom.simulation.cash.world import World
from cardroom.units import Cents, Seat
from tests.cash.tables import TestTable, cash_rules
from tests.rule import rule

HOLDEM = StakeKey("nl-holdem", "ordinary", 5, 10)
BANZAI = StakeKey("nl-holdem", "banzai", 25, 50)
STEPS = 4_000
MINUTE_MS = 60_000

BreakDeal = Callable[[CashTable, HandPositions], HandPositions | None]
BreakHand = Callable[[CashTable, SettledHand], SettledHand]


class Broken(World):
    """A room with one thing wrong: the deal, the table before or after it, or the settled hand."""

    def __init__(
        self,
        *,
        name: str = "en-2.7",
        stake: StakeKey = HOLDEM,
        deal: BreakDeal = lambda _, deal: deal,
        before: Callable[[CashTable], object] = lambda _: None,
        hand: BreakHand = lambda _, hand: hand,
        step: Callable[[World], object] = lambda _: None,
    ) -> None:
        super().__init__(edition(name), stake, players=14, chance=Random(7))
        self._break_deal = deal
        self._break_before = before
        self._break_hand = hand
        self._break_step = step

    def plan(self, table: CashTable) -> HandPositions | None:
        self._break_before(table)
        deal = super().plan(table)
        return deal if deal is None or table.redeal is not None else self._break_deal(table, deal)

    def settle(self, table: CashTable) -> SettledHand:
        return self._break_hand(table, super().settle(table))

    def breach(self) -> str:
        """Play until a check speaks up."""
        with pytest.raises(AssertionError) as caught:
            self._play_on()
        return str(caught.value)

    def _play_on(self) -> None:
        for _ in range(STEPS):
            self._break_step(self)
            self.play(until=STEPS)


def ready(table: CashTable) -> dict[Seat, Occupant]:
    return {one.seat: one for one in table.in_order() if one.is_ready}


def goes_on(table: CashTable, deal: HandPositions) -> bool:
    """Whether a hand of four or more follows another: there is room for every mistake."""
    return table.last is not None and len(deal.dealt_in) > 3 < len(table.last.dealt_in)


def moved_big_blind(table: CashTable, deal: HandPositions) -> HandPositions:
    """The big blind passes one player by."""
    beyond = [seat for seat in deal.dealt_in if seat not in (deal.big_blind, deal.button)]
    others = [seat for seat in beyond if seat != deal.small_blind]
    return replace(deal, big_blind=others[0]) if goes_on(table, deal) else deal


def same_big_blind(table: CashTable, deal: HandPositions) -> HandPositions:
    """The same player has the big blind twice running."""
    if table.last is None or not goes_on(table, deal):
        return deal
    seat = table.last.big_blind
    fits = seat in deal.dealt_in and seat != deal.button
    return replace(deal, big_blind=seat, small_blind=None) if fits else deal


def no_small_blind(table: CashTable, deal: HandPositions) -> HandPositions:
    """The small blind is forgotten."""
    return replace(deal, small_blind=None) if goes_on(table, deal) else deal


def button_on_nobody(table: CashTable, deal: HandPositions) -> HandPositions:
    """The button lies where nobody has cards."""
    free = [seat for seat in range(1, table.stake.seats + 1) if seat not in deal.dealt_in]
    return replace(deal, button=free[0]) if free and goes_on(table, deal) else deal


def button_elsewhere(table: CashTable, deal: HandPositions) -> HandPositions:
    """The button lies before another player."""
    taken = (deal.button, deal.small_blind, deal.big_blind)
    free = [seat for seat in deal.dealt_in if seat not in taken]
    return replace(deal, button=free[0]) if free and goes_on(table, deal) else deal


def one_left_out(table: CashTable, deal: HandPositions) -> HandPositions:
    """A player of the last hand gets no cards."""
    taken = (deal.button, deal.small_blind, deal.big_blind)
    free = [seat for seat in deal.dealt_in if seat not in taken]
    if table.last is None or not free or not goes_on(table, deal):
        return deal
    if table.last.dealt_in.get(free[0]) != deal.dealt_in[free[0]]:
        return deal
    rest = {seat: player for seat, player in deal.dealt_in.items() if seat != free[0]}
    return replace(deal, dealt_in=rest, posts=())


def is_fresh_start(table: CashTable, deal: HandPositions) -> bool:
    """Whether newcomers play at once beside the only player left from the last hand (AMB-71)."""
    if table.last is None or len(deal.dealt_in) < 3 or deal.posts:
        return False
    stayed = deal.dealt_in.items() & table.last.dealt_in.items()
    standing = [table.occupants[seat].standing for seat in deal.dealt_in]
    return len(stayed) == 1 and standing.count("playing") == 1 and "returning" not in standing


def stalled(table: CashTable, deal: HandPositions) -> HandPositions | None:
    """Newcomers wait for a big blind that never moves."""
    return None if is_fresh_start(table, deal) else deal


def newcomers_left_out(table: CashTable, deal: HandPositions) -> HandPositions:
    """Only the small blind is let in beside the one who stayed."""
    if not is_fresh_start(table, deal) or deal.small_blind is None:
        return deal
    two = {seat: deal.dealt_in[seat] for seat in sorted((deal.small_blind, deal.big_blind))}
    return replace(deal, button=deal.small_blind, dealt_in=two)


def blinds_as_they_fell(table: CashTable, deal: HandPositions) -> HandPositions:
    """Nobody has the small blind, as if the game had gone on."""
    return replace(deal, small_blind=None) if is_fresh_start(table, deal) else deal


def absent_dealt_in(table: CashTable, deal: HandPositions) -> HandPositions:
    """Somebody who sits out gets cards."""
    out = {one.seat: one.player for one in table.in_order() if one.is_out}
    return replace(deal, dealt_in={**deal.dealt_in, **out}) if goes_on(table, deal) else deal


def newcomer_for_nothing(table: CashTable, deal: HandPositions) -> HandPositions:
    """Whoever waits for the big blind gets cards at once."""
    if not goes_on(table, deal):
        return deal
    waiting = {
        seat: one.player
        for seat, one in ready(table).items()
        if one.standing == "waiting" and not one.missed_blind and seat not in deal.dealt_in
    }
    return replace(deal, dealt_in={**deal.dealt_in, **waiting})


def post_forgiven(table: CashTable, deal: HandPositions) -> HandPositions:
    """Who posts out of position comes in for nothing."""
    return replace(deal, posts=()) if goes_on(table, deal) else deal


@rule("CASH-09", "CASH-10", "CASH-11", "CASH-14", "SIT-01", "AMB-33", "AMB-71")
@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (moved_big_blind, "the big blind is due"),
        (same_big_blind, "the big blind is due"),
        (no_small_blind, "small blind"),
        (button_on_nobody, "the button is not on a player in the hand"),
        (button_elsewhere, "the button is elsewhere"),
        (one_left_out, "played and is left out"),
        (absent_dealt_in, "without being ready"),
        (newcomer_for_nothing, "comes in"),
        (post_forgiven, "comes in for nothing"),
        (stalled, "no hand for seats"),
        (newcomers_left_out, "a newcomer is left out"),
        (blinds_as_they_fell, "blinds (AMB-71)"),
    ],
)
def test_a_wrong_deal_is_caught(mistake: BreakDeal, said: str) -> None:
    assert said in Broken(deal=mistake).breach()


def forget_missed_blinds(table: CashTable) -> None:
    """The table itself lets everybody play on who has missed a blind."""
    for occupant in table.occupants.values():
        if occupant.missed_blind and not occupant.is_out:
            occupant.standing, occupant.missed_blind = "returning", False


def admit_everybody(table: CashTable) -> None:
    """The table takes newcomers for old hands."""
    for occupant in table.occupants.values():
        if table.last is not None and occupant.standing == "waiting":
            occupant.standing = "playing"


@rule("SIT-07", "AMB-36", "CASH-14")
@pytest.mark.parametrize(
    ("mistake", "said"), [(forget_missed_blinds, "missed"), (admit_everybody, "comes in")]
)
def test_a_table_that_forgets_who_owes_a_blind_is_caught(
    mistake: Callable[[CashTable], object], said: str
) -> None:
    assert said in Broken(before=mistake).breach()


def let_absentees_post(table: CashTable) -> None:
    """The table lets in by a post who has missed a blind."""
    for occupant in table.occupants.values():
        if occupant.missed_blind and occupant.standing == "waiting":
            occupant.standing = "posting"


@rule("SIT-07", "AMB-36")
def test_a_post_where_the_edition_makes_absentees_wait_is_caught() -> None:
    assert "must wait (SIT-07)" in Broken(name="nl-3.0", before=let_absentees_post).breach()


@rule("CASH-07", "AMB-30")
def test_a_hand_for_two_after_a_hand_of_two_is_caught() -> None:
    def pair(table: CashTable, deal: HandPositions) -> HandPositions:
        table.rules = replace(
            table.rules, seating=replace(table.rules.seating, heads_up_continuation="unlimited")
        )
        return deal

    assert "dealt to too few" in Broken(deal=pair).breach()


def orbit(*big_blinds: Seat) -> None:
    """Three players have the big blind in turn."""
    seated = TestTable()
    seated.join(1, 2, 3)
    table = seated.cash_table
    orbits = Orbits(table.stake, table.rules)
    players = {seat: one.player for seat, one in table.occupants.items()}
    for big_blind in big_blinds:
        deal = HandPositions(button=3, small_blind=None, big_blind=big_blind, dealt_in=players)
        orbits.after_hand(table, deal, dict(table.occupants))


@rule("CASH-09")
def test_who_has_the_big_blind_twice_in_an_orbit_is_caught() -> None:
    orbit(1, 2, 3, 1, 2, 3)
    with pytest.raises(AssertionError, match="in the orbit of"):
        orbit(1, 2, 1)


# Money


def more_rake(_: CashTable, hand: SettledHand) -> SettledHand:
    return replace(hand, rake=hand.rake + 1)


def wrong_cap(_: CashTable, hand: SettledHand) -> SettledHand:
    return replace(hand, rake_cap=hand.rake_cap + 1)


def won_by_another(_: CashTable, hand: SettledHand) -> SettledHand:
    shifted = dict(zip(hand.deltas, [*hand.deltas.values()][::-1], strict=True))
    return replace(hand, deltas=shifted)


def chip_from_nowhere(table: CashTable, hand: SettledHand) -> SettledHand:
    table.in_order()[0].stack += 1
    return hand


def blind_not_posted(_: CashTable, hand: SettledHand) -> SettledHand:
    return replace(hand, history=hand.history.replace(b'"big_blind","by"', b'"ante","by"'))


@rule("RAKE-05", "RAKE-06", "CASH-13")
@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (more_rake, "rake"),
        (wrong_cap, "another cap"),
        (won_by_another, "I5"),
        (chip_from_nowhere, "escrow is not the stack"),
        (blind_not_posted, "posted"),
    ],
)
def test_a_cent_too_much_or_in_the_wrong_place_is_caught(mistake: BreakHand, said: str) -> None:
    assert said in Broken(hand=mistake).breach()


def test_money_that_was_never_brought_is_missed_at_the_end() -> None:
    world = Broken()
    for _ in range(200):
        world.play(until=STEPS)
    world.checks.at_the_end()
    world.checks.deposited(PlayerId(1), 1)
    with pytest.raises(AssertionError, match="made or lost"):
        world.checks.at_the_end()


# Clocks


@rule("TIME-04", "TIME-06")
@pytest.mark.parametrize("left_ms", [-1, 10**9])
def test_a_timebank_out_of_bounds_is_caught(left_ms: int) -> None:
    def empty(table: CashTable) -> None:
        for occupant in table.occupants.values():
            occupant.bank.left_ms = left_ms

    def untouched(table: CashTable, hand: SettledHand) -> SettledHand:
        empty(table)
        return hand

    assert "TIME-06" in Broken(hand=untouched).breach()


@rule("TIME-02")
@pytest.mark.parametrize("more_ms", [-1, 1])
def test_a_deadline_that_is_not_due_is_caught(more_ms: int) -> None:
    def other_terms(table: CashTable) -> None:
        action_ms = table.rules.clock.action_seconds * 1000 + more_ms
        table._clock_terms = dataclasses.replace(table._clock_terms, action_ms=action_ms)

    assert "deadline" in Broken(before=other_terms).breach()


# Coming back


def forget(world: World) -> None:
    """The lobby remembers nobody."""
    vars(world.lobby.rejoin_history).update(vars(RejoinHistory(world.lobby.rules)))


@rule("RAT-02", "RAT-04", "BANZ-06")
@pytest.mark.parametrize(
    ("stake", "said"),
    [
        (HOLDEM, "RAT-02"),
        (StakeKey("nl-holdem", "deepstack", 5, 10), "RAT-02"),
        (BANZAI, "BANZ-0"),
    ],
)
def test_a_lobby_that_forgets_who_left_is_caught(stake: StakeKey, said: str) -> None:
    assert said in Broken(stake=stake, step=forget).breach()


class Door:
    """One player who leaves table 1 and comes back, minute by minute."""

    def __init__(self, name: str, key: StakeKey) -> None:
        rules: CashRules = cash_rules(name)
        stake: Stake | None = rules.stake(key)
        assert stake is not None
        self._comings = Comings(stake, rules)
        self._at_ms = 0

    def rejoin(self, *, left: Cents, brings: Cents) -> None:
        """Leave with a stack; a minute later sit down with another."""
        table, player = TableId(1), PlayerId(1)
        self._comings.read(TableNews(table, Left(1, player, left, self._at_ms, "player")))
        self._at_ms += MINUTE_MS
        self._comings.read(TableNews(table, SatDown(1, player, brings, self._at_ms)))


@rule("RAT-02", "RAT-03", "HC-50")
def test_the_sixth_rejoin_of_a_day_with_less_than_a_big_stack_is_caught() -> None:
    door = Door("en-2.7", HOLDEM)
    for _ in range(5):
        door.rejoin(left=1240, brings=1000)
    door.rejoin(left=1240, brings=1240)
    with pytest.raises(AssertionError, match="RAT-02"):
        door.rejoin(left=1240, brings=1239)


@rule("BANZ-07")
def test_the_sixth_reset_of_a_day_is_caught() -> None:
    door = Door("en-2.7", BANZAI)
    for _ in range(5):
        door.rejoin(left=700, brings=500)
    door.rejoin(left=700, brings=700)
    with pytest.raises(AssertionError, match="BANZ-07"):
        door.rejoin(left=700, brings=500)
