"""Whole tournaments of every format from a seed, and checks that would see what goes wrong."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from cardroom.engine.positions import Positions
from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId, Reason, Transfer
from cardroom.ledger.accounts import TournamentId
from cardroom.ledger.tournaments import Price, TournamentMoney
from cardroom.rulebook import edition
from cardroom.simulation.tournament.checks import Checks
from cardroom.simulation.tournament.disruptions import CALM, Disruptions
from cardroom.simulation.tournament.money_checks import MoneyChecks
from cardroom.simulation.tournament.order_checks import OrderChecks
from cardroom.simulation.tournament.play import Play
from cardroom.simulation.tournament.scenarios import Scenario
from cardroom.simulation.tournament.seat_checks import SeatChecks
from cardroom.simulation.tournament.summary import Summary
from cardroom.tournament.definition.examples import FORMATS, definition_of, target_of
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.desk_events import Payment, Registered
from cardroom.tournament.events import (
    HandDealt,
    HandFinished,
    KnockedOut,
    LevelStarted,
    Moved,
    MultiplierDrawn,
    PlaceTaken,
    PrizeWon,
    Seated,
    StructureFixed,
    TableBroken,
    TableOpened,
    TournamentEvent,
    VipBountyVoid,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.prizes.awards import Award
from cardroom.tournament.prizes.cancellation import hexapro_shares
from cardroom.tournament.tournament import Tournament
from tests.rule import rule
from tests.tournament.arena import Arena
from tests.tournament.desks import example

ONLINE = ("en-2.2", "fr-2.2", "en-2.7", "nl-3.0")
LATER = {"bounty", "progressive", "vip", "vip-ticket", "phased", "extreme"}
OFFERED = [
    (name, where)
    for name in FORMATS
    for where in ONLINE
    if (where != "en-2.2" or name not in LATER) and (where == "nl-3.0" or name != "highroller")
]


def simulated(
    name: str,
    where: str,
    *,
    players: Sequence[int],
    seed: int,
    disruptions: Disruptions | None = None,
    opened: Callable[[Play], None] | None = None,
) -> Summary:
    definition = definition_of(name, {"edition": where})
    scenario = Scenario(
        definition,
        edition(where),
        chance=Random(seed),
        disruptions=disruptions or Disruptions(),
        target=target_of(definition),
        opened=opened,
    )
    for count in players:
        scenario.play(count)
    return scenario.summary


@rule("TRN-02", "TRN-05", "TRN-22", "TAMB-40", "TAMB-53", "TAMB-57", "TAMB-61", "TAMB-95")
@pytest.mark.parametrize(("name", "where"), OFFERED)
def test_every_format_is_played_to_the_last_cent_in_every_edition(name: str, where: str) -> None:
    seed = len(name) + 100 * ONLINE.index(where)
    players = [2, 3, 80] if name in {"guaranteed", "hand-for-hand"} else [2, 3, 13]
    summary = simulated(name, where, players=players, seed=seed)
    assert summary.tournaments >= 3
    assert summary.cancelled < summary.tournaments


@rule("TAMB-95")
def test_the_same_seed_plays_the_same_tournaments() -> None:
    first = simulated("rebuy", "en-2.7", players=[25], seed=5)
    assert simulated("rebuy", "en-2.7", players=[25], seed=5) == first
    assert simulated("rebuy", "en-2.7", players=[25], seed=6) != first


@rule("BAL-01", "BAL-06", "TAMB-40")
def test_many_players_and_no_trouble() -> None:
    summary = simulated("freezeout", "nl-3.0", players=[150], seed=3, disruptions=CALM)
    assert (summary.entries, summary.cancelled) == (150, 0)
    assert (summary.received, summary.prizes, summary.fees) == (150_000, 135_000, 15_000)
    assert (summary.coverage["broken_tables"], summary.coverage["rolled_back_hands"]) == (24, 0)


def test_trouble_of_every_kind_does_happen() -> None:
    often = msgspec.structs.replace(
        Disruptions(), crashes=20, pauses=20, disqualifies=30, cancels_per_tournament=5_000
    )
    summary = simulated("rebuy", "en-2.7", players=[40, 40, 40, 40], seed=11, disruptions=often)
    assert summary.cancelled > 0
    for name in ("rebuys", "addons", "unregistrations", "rolled_back_hands", "disqualifications"):
        assert summary.coverage[name] > 0, name
    assert summary.coverage["run_out_decisions"] > 0
    assert set(summary.refused) >= {"TAMB-69", "TRN-09"}


@rule("CXL-09", "TAMB-40")
def test_the_shares_of_cancelled_hexapro_games_are_told_and_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    often = msgspec.structs.replace(CALM, cancels_per_tournament=10_000)
    summary = simulated("hexapro", "nl-3.0", players=[3] * 10, seed=2, disruptions=often)
    assert 0 < summary.cancelled < 10
    assert min(summary.prizes, summary.refunds) > 0
    assert summary.received + summary.added_by_house == summary.prizes + summary.refunds

    def one_cent_less(*terms: Any) -> dict[EntryId, int]:
        shares = hexapro_shares(*terms)
        shares[min(shares)] -= 1
        return shares

    monkeypatch.setattr("cardroom.tournament.play.cancelling.hexapro_shares", one_cent_less)
    with pytest.raises(AssertionError, match=r"paid \d+, drew \d+"):
        simulated("hexapro", "nl-3.0", players=[3] * 10, seed=2, disruptions=often)


@rule("TRN-25", "TAMB-95")
@pytest.mark.parametrize("name", ["rebuy", "progressive", "satellite", "phased", "hexapro"])
def test_the_events_alone_make_the_same_tournament_again(name: str) -> None:
    plays: list[tuple[Play, list[TournamentEvent]]] = []

    def opened(play: Play) -> None:
        events: list[TournamentEvent] = []
        play.watchers.append(events.append)
        plays.append((play, events))

    simulated(name, "en-2.7", players=[12], seed=4, opened=opened)
    for play, events in plays:
        desk, tournament = play.desk, play.tournament
        copy = Desk(desk.terms, desk.definition, desk.money, balance=play.money.balance, takes=bool)
        again = Tournament(tournament.id, desk.terms, copy, draws_nothing)
        again.restore(events, play.now_ms, down_since_ms=play.now_ms)
        assert again.ended == tournament.ended
        assert again.places == tournament.places
        assert again.stacks == tournament.stacks
        assert again.bounty_book.bounties == tournament.bounty_book.bounties
        assert copy.entries == desk.entries


def draws_nothing(_: int) -> int:
    raise AssertionError("a replay draws nothing (TAMB-95)")


@rule("TAMB-98")
def test_players_agree_to_deals_and_are_paid_as_agreed() -> None:
    often = msgspec.structs.replace(CALM, deals=3_000)
    summary = simulated("bounty", "nl-3.0", players=[25] * 4, seed=8, disruptions=often)
    kinds = ("deals_even", "deals_chips", "deals_icm")
    assert sum(summary.coverage[kind] for kind in kinds) >= 2


@rule("TAMB-98")
def test_seats_are_not_dealt_away() -> None:
    arena = Arena(example("satellite", registration={"late_levels": 0}))
    arena.enter(*range(1, 26))
    arena.start()
    arena.play_down_to(3)
    assert arena.tournament.is_in_the_money
    with pytest.raises(EntryRefused, match=r"not a cash tournament \(TAMB-98\)"):
        arena.tournament.agree_deal("even", list(arena.tournament.stacks), arena.now_ms)


@rule("TYP-11", "TAMB-24")
def test_a_vip_who_asked_for_a_re_buy_in_his_last_hand_voids_the_knock_out() -> None:
    arena = Arena(example("vip"))
    entries = arena.enter(*range(1, 8))
    arena.start()
    vip = entries[6]
    table = arena.entrant(vip).table
    first = next(one.entry for one in arena.at(table) if one.entry != vip)
    arena.deal_shove(table, first, vip)
    arena.tournament.rebuy(PlayerId(7), arena.now_ms)
    arena.commit(table)
    assert arena.entrant(vip).stack == 3_000
    assert [type(event) for event in arena.events_of(VipBountyVoid)] == [VipBountyVoid]
    assert arena.tournament.bounty_book.pending is None


# The checks have teeth

ONE, TWO = TableNumber(1), TableNumber(2)
A, B, C, D = (EntryId(number) for number in (1, 2, 3, 4))


def seated(table: TableNumber, *entries: EntryId, stack: int = 100) -> list[TournamentEvent]:
    seats: list[TournamentEvent] = [TableOpened(table, 0)]
    for seat, entry in enumerate(entries, start=1):
        seats.append(Seated(entry, PlayerId(entry), table, seat, stack, 0))
    return seats


def dealt(table: TableNumber, number: int, positions: Positions, *entries: EntryId) -> HandDealt:
    places = tuple(enumerate(entries, start=1))
    return HandDealt(table, number, 1, positions, places, 1_000 * number)


def finished(table: TableNumber, number: int, *stacks: int) -> HandFinished:
    return HandFinished(table, number, tuple(enumerate(stacks, start=1)), (), 1_000 * number)


@rule("BTN-02", "TAMB-50", "TAMB-52")
@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([dealt(ONE, 1, Positions(1, 2, 3), A, B, C)], "the first button"),
        ([dealt(ONE, 1, Positions(3, 1, 2), A, B)], "somebody was not dealt in"),
        ([finished(ONE, 1, 100, 100, 101)], "chips were made"),
        (
            [finished(ONE, 1, 100, 100, 100), dealt(ONE, 2, Positions(1, 2, 1), A, B, C)],
            "the big blind went astray",
        ),
        ([Moved(A, ONE, TWO, 2, "balancing", 1)], "moved out of a hand"),
        ([Seated(D, PlayerId(4), ONE, 2, 100, 1)], "the seat is taken"),
        ([TableBroken(ONE, 1)], "a broken table has players"),
        ([KnockedOut(A, ONE, 100, "busted", 1)], "out with 100 chips"),
    ],
)
def test_what_cannot_be_right_at_a_table_is_seen(events: list[TournamentEvent], said: str) -> None:
    checks = SeatChecks(6)
    first = dealt(ONE, 1, Positions(3, 1, 2), A, B, C)
    begun = [] if isinstance(events[0], HandDealt) else [first]
    for event in [*seated(ONE, A, B, C), *begun, *events[:-1]]:
        checks.read(event)
    with pytest.raises(AssertionError, match=said):
        checks.read(events[-1])


@rule("BTN-02")
def test_a_big_blind_that_skips_a_player_of_the_orbit_is_seen() -> None:
    checks = SeatChecks(6)
    for event in seated(ONE, A, B, C):
        checks.read(event)
    checks.read(dealt(ONE, 1, Positions(3, 1, 2), A, B, C))
    checks.read(finished(ONE, 1, 100, 100, 100))
    with pytest.raises(AssertionError, match="went astray"):
        checks.read(dealt(ONE, 2, Positions(2, 3, 1), A, B, C))


@rule("TAMB-53", "TAMB-56")
def test_tables_that_are_not_balanced_or_not_broken_are_seen() -> None:
    checks = SeatChecks(2)
    for event in (*seated(ONE, A, B), *seated(TWO)):
        checks.read(event)
    with pytest.raises(AssertionError, match="not broken"):
        checks.after_commit()
    wide = SeatChecks(3)
    for event in (*seated(ONE, A, B, C), *seated(TWO, D)):
        wide.read(event)
    with pytest.raises(AssertionError, match="not balanced"):
        wide.after_commit()


def test_somebody_who_waits_for_ever_is_seen() -> None:
    checks = SeatChecks(6)
    for event in seated(ONE, A, B):
        checks.read(event)
    late = msgspec.structs.replace(dealt(ONE, 1, Positions(2, 2, 1), A, B), at_ms=3_000_000)
    with pytest.raises(AssertionError, match="waited"):
        checks.read(late)


def test_chips_that_nobody_bought_are_seen() -> None:
    checks = Checks(6)
    for event in (*entered(A, B), *seated(ONE, A, B)):
        checks.read(event)
    checks.seats.stacks[A] += 1
    with pytest.raises(AssertionError, match="chips in play"):
        checks.read(LevelStarted(2, 0))


def entered(*entries: EntryId) -> list[TournamentEvent]:
    price = Price(9, 0, 1)
    return [
        Registered(entry, PlayerId(entry), price, Payment("cash"), 100, entry, 0)
        for entry in entries
    ]


@rule("TAMB-60", "TAMB-61", "TRN-20")
@pytest.mark.parametrize(
    ("places", "said"),
    [
        ({A: 1, B: 2, C: 2}, "missing or taken twice"),
        ({A: 1, B: 2}, "somebody has no place"),
        ({A: 1, B: 3, C: 2}, "placed higher"),
        ({A: 1, B: 2, C: 3}, "place 2 was not paid"),
    ],
)
def test_a_wrong_order_of_finish_is_seen(places: dict[EntryId, int], said: str) -> None:
    checks = OrderChecks()
    events = [
        *entered(A, B, C),
        StructureFixed(3, 27, 0, (Award(20), Award(7))),
        dealt(ONE, 1, Positions(3, 1, 2), A, B, C),
        finished(ONE, 1, 300, 0, 0),
        KnockedOut(C, ONE, 90, "busted", 1),
        KnockedOut(B, ONE, 100, "busted", 1),
        *(PlaceTaken(entry, place, 1) for entry, place in places.items()),
        PrizeWon(A, 1, Award(20)),
    ]
    for event in events:
        checks.read(event)
    with pytest.raises(AssertionError, match=said):
        checks.at_the_end()


def test_a_wrong_prize_or_a_second_one_is_seen() -> None:
    checks = OrderChecks()
    for event in (*entered(A, B), StructureFixed(2, 18, 0, (Award(18),)), PlaceTaken(A, 1, 1)):
        checks.read(event)
    with pytest.raises(AssertionError, match="not the prize"):
        checks.read(PrizeWon(A, 1, Award(17)))
    checks.read(PrizeWon(A, 1, Award(18)))
    with pytest.raises(AssertionError, match="paid twice"):
        checks.read(PrizeWon(A, 1, Award(18)))


@rule("HEX-01", "HXT-02")
def test_a_pool_that_was_not_drawn_is_seen() -> None:
    checks = OrderChecks()
    checks.read(MultiplierDrawn(0, 20, 2_000))
    with pytest.raises(AssertionError, match="not what was drawn"):
        checks.read(StructureFixed(3, 3_000, 0, (Award(3_000),)))
    with pytest.raises(AssertionError, match="not the pool"):
        checks.read(StructureFixed(3, 2_000, 0, (Award(1_999),)))


@rule("TAMB-40")
def test_a_cent_that_is_lost_is_seen() -> None:
    money = TournamentMoney(TournamentId(1), "EUR")
    player = PlayerId(1)
    transfers: list[Transfer] = [
        money.enter(player, Price(450, 450, 100), purchase=1, at_ms=1),
        money.add_house_money(money.places, 50, number=1, at_ms=1),
        money.pay_bounty(player, 450, number=1, at_ms=2),
        money.pay_prize(player, 499, entry=1, at_ms=2),
        money.close(100, {}, at_ms=3),
    ]
    checks = MoneyChecks()
    for transfer in transfers:
        checks.read(transfer)
    assert transfers[0].reason is Reason.ENTERED
    with pytest.raises(AssertionError, match="made or lost"):
        checks.verify()
    checks.counted["prizes"] += 1
    checks.verify()
