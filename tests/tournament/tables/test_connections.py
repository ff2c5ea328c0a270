"""Players who are not there: lost connections, absence, sitting out (TTB-03 to TTB-07, TRN-17)."""

from typing import Any

import pytest

from cardroom.ledger import PlayerId
from cardroom.tournament.definition import Definition
from cardroom.tournament.events import HandDealt, WentAway
from cardroom.tournament.ids import TableNumber
from tests.rule import rule
from tests.tournament.arena import EDITIONS, Arena, drawn, freezeout, house
from tests.tournament.desks import example


def offline(definition: Definition | Arena, players: int, left: int, *, drop_ms: int = 0) -> int:
    """Milliseconds from the start of a turn to the server's decision for a lost player."""
    arena = definition if isinstance(definition, Arena) else Arena(definition)
    arena.enter(*range(1, players + 1))
    arena.start()
    if left < players:
        arena.play_down_to(left)
    table = next(iter(arena.tournament.ready))
    positions, seated = arena.tournament.tables[table].plan()
    del positions
    if drop_ms == 0:
        for entrant in seated:
            arena.tournament.lose_connection(entrant.player, arena.now_ms - 1_000_000)
    arena.deal(table)
    live = arena.tournament.tables[table]
    assert live.actor is not None
    if drop_ms:
        arena.tournament.lose_connection(live.actor, arena.now_ms + drop_ms)
    assert live.deadline_ms is not None
    return live.deadline_ms - arena.now_ms


def freeroll() -> Definition:
    return example("freeroll", registration={"late_levels": 0}, freeroll={"added_cents": 5000})


@rule("THC-63", "TTB-03", "TTB-04", "TTB-08", "TAMB-11", "TAMB-90", "TAMB-91", "HEX-11")
@pytest.mark.parametrize("name", EDITIONS)
def test_a_lost_player_is_waited_for_and_longer_in_the_final_stages(name: str) -> None:
    hexapro = example("hexapro", edition=name)
    assert (offline(hexapro, 3, 3), offline(hexapro, 3, 3, drop_ms=9000)) == (30_000, 39_000)
    early = freezeout(name)
    assert (offline(early, 21, 21), offline(early, 21, 21, drop_ms=9000)) == (30_000, 39_000)
    assert (offline(early, 21, 4), offline(early, 21, 4, drop_ms=9000)) == (50_000, 59_000)
    assert offline(early, 21, 6) == 50_000, "the final table"
    assert offline(early, 100, 16) == 50_000, "hand for hand"
    assert offline(early, 100, 17) == 30_000
    sit_and_go = example("sit-and-go-5", edition=name)
    assert (offline(sit_and_go, 5, 5), offline(sit_and_go, 5, 2)) == (30_000, 50_000)
    assert offline(freeroll(), 21, 3) == 30_000


@rule("TAMB-90", "TAMB-91", "TTB-03", "TTB-04", "TTB-08")
@pytest.mark.parametrize(
    ("name", "switch", "left", "drop_ms", "seconds"),
    [
        ("freezeout", "[TAMB-90] decision_s = 15", 21, 0, 35),
        ("freezeout", "[TTB-08] reconnect_extra_s = 45", 21, 0, 55),
        ("freezeout", "[TTB-03] reconnect_s = 60", 21, 9_000, 69),
        ("freezeout", "[TAMB-90] reconnect_extras_per_hand = 0", 21, 0, 10),
        ("freezeout", "[TAMB-91] final_stage_extra_s = 5", 4, 0, 35),
        ("freezeout", "[TAMB-91] mtt_final_stages = []", 4, 0, 30),
        ("freezeout", '[TAMB-91] mtt_final_stages = ["in_the_money"]', 6, 0, 30),
        ("freeroll", "[TTB-04] final_stage_needs_real_money = false", 3, 0, 50),
        ("sit-and-go-5", "[TAMB-91] sng_final_stages = []", 2, 0, 30),
    ],
)
def test_a_house_may_wait_longer_or_shorter_for_a_lost_player(
    name: str, switch: str, left: int, drop_ms: int, seconds: int
) -> None:
    changes: dict[str, Any] = {"registration": {"late_levels": 0}}
    if name == "freeroll":
        changes["freeroll"] = {"added_cents": 5000}
    elif name == "sit-and-go-5":
        changes = {}
    arena = house(name, switch, **changes)
    players = 5 if name == "sit-and-go-5" else 21
    assert offline(arena, players, left, drop_ms=drop_ms) == 1_000 * seconds


@rule("THC-63", "TTB-05", "TAMB-90", "TRN-17")
def test_a_player_who_comes_back_in_time_acts_and_one_who_lapses_sits_out() -> None:
    arena = Arena(freezeout())
    arena.enter(*range(1, 14))
    arena.start()
    arena.deal(1)
    live = arena.tournament.tables[TableNumber(1)]
    player = live.actor
    assert player is not None
    start = arena.now_ms
    arena.tournament.lose_connection(player, start)
    arena.tournament.reconnect(player, start + 29_000)
    arena.tournament.act(player, "call", 0, start + 29_500)
    lapsed = live.actor
    assert lapsed is not None
    arena.tournament.lose_connection(lapsed, start + 29_500)
    assert not arena.tournament.expire(TableNumber(1), start + 59_499)
    assert arena.tournament.expire(TableNumber(1), start + 59_500)
    entrant = arena.tournament.field.find(lapsed)
    assert entrant is not None
    assert entrant.away is None, "sits out only from the end of the hand"
    arena.now_ms = start + 60_000
    while live.actor is not None and live.hand is not None:
        arena.tournament.act(live.actor, "call" if live.hand.to_call else "check", 0, arena.now_ms)
    arena.commit(1)
    assert arena.events_of(WentAway) == [WentAway(entrant.entry, "timed_out")]
    arena.deal(1)
    while live.actor is not None:
        assert live.actor != lapsed, "folded at once, nobody waits"
        arena.tournament.act(live.actor, "fold", 0, arena.now_ms)
    arena.commit(1)
    arena.tournament.reconnect(lapsed, arena.now_ms)
    assert entrant.away is None


@rule("TAMB-90", "TAMB-91")
def test_the_extra_time_is_granted_at_every_decision_of_a_hand() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2)
    arena.start()
    arena.deal(1)
    live = arena.tournament.tables[TableNumber(1)]
    player, other = live.actor, None
    assert player is not None
    arena.tournament.lose_connection(player, arena.now_ms)
    arena.tournament.act(player, "call", 0, arena.now_ms)
    other = live.actor
    assert other is not None
    arena.tournament.act(other, "check", 0, arena.now_ms)
    arena.tournament.act(other, "check", 0, arena.now_ms)
    assert live.actor == player
    assert live.deadline_ms == arena.now_ms + 50_000


@rule("THC-42", "TRN-17", "TAMB-63", "HXT-05", "TTB-06")
def test_an_absent_player_is_blinded_off_and_goes_to_the_showdown_when_all_in() -> None:
    arena = _extreme_1x()
    absent = arena.tournament.field.find(PlayerId(1))
    assert absent is not None
    live = arena.tournament.tables[TableNumber(1)]
    left = []
    for _ in range(9):
        _check_down(arena)
        arena.commit(1)
        left.append(absent.stack)
        arena.give({one.entry: 100 for one in arena.at(1) if one is not absent})
    assert left == [90, 90, 70, 60, 60, 40, 30, 30, 10]
    _check_down(arena)
    assert live.hand is not None
    assert absent.seat in live.hand.live, "all-in by the blind: not folded"
    assert absent.seat in live.hand.shown
    assert live.hand.pots[0].amount == 30, "the main pot"


def _check_down(arena: Arena) -> None:
    """Everybody who is there checks or calls."""
    arena.deal(1)
    live = arena.tournament.tables[TableNumber(1)]
    while live.actor is not None:
        assert live.hand is not None
        arena.tournament.act(live.actor, "call" if live.hand.to_call else "check", 0, arena.now_ms)


def _extreme_1x() -> Arena:
    """An Extreme game of 1x whose absent player sits at seat 1 of 3."""
    for seed in range(1000):
        arena = Arena(example("extreme"), seed=seed)
        arena.enter(1, 2, 3)
        arena.start(absent=[PlayerId(1)])
        found = arena.tournament.field.find(PlayerId(1))
        assert found is not None
        if arena.tournament.terms.starting_stack == 100 and found.seat == 1:
            return arena
    raise AssertionError("no such draw")


@rule("TRN-05", "TTB-06", "TTB-07")
def test_an_absent_player_is_seated_and_posts_until_he_logs_in() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2, 3)
    arena.start(absent=[PlayerId(2)])
    entrant = arena.tournament.field.find(PlayerId(2))
    assert entrant is not None
    assert entrant.away == "not_logged_in"
    changes = {}
    for _ in range(3):
        before = entrant.stack
        arena.walk(1)
        dealt = arena.events_of(HandDealt)[-1]
        assert isinstance(dealt, HandDealt)
        assert entrant.entry in dict(dealt.dealt_in).values(), "cards all the same"
        small, big = dealt.positions.small_blind, dealt.positions.big_blind
        changes[
            "small" if entrant.seat == small else "big" if entrant.seat == big else "button"
        ] = entrant.stack - before
    assert changes == {"small": -10, "big": 10, "button": 0}, "everybody folds to the big blind"
    arena.tournament.reconnect(PlayerId(2), arena.now_ms)
    assert entrant.away is None


@rule("TAMB-63")
def test_where_everybody_is_absent_hands_come_every_five_seconds() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2, 3)
    arena.start(absent=[PlayerId(1), PlayerId(2), PlayerId(3)])
    arena.deal(1)
    arena.commit(1)
    assert not arena.tournament.ready
    assert arena.tournament.next_deadline_ms == arena.now_ms + 5000
    arena.tick(arena.now_ms + 5000)
    assert list(arena.tournament.ready) == [1]
    arena.deal(1)
    arena.commit(1)
    arena.tournament.come_back(PlayerId(3), arena.now_ms)
    assert list(arena.tournament.ready) == [1], "somebody is back: no need to wait"


@rule("TRN-17", "TRN-18", "TAMB-16", "TAMB-63")
@pytest.mark.parametrize("name", EDITIONS)
def test_several_players_may_sit_out_and_keep_their_places(name: str) -> None:
    arena = Arena(freezeout(name))
    entries = arena.enter(1, 2, 3)
    arena.start()
    arena.tournament.sit_out(PlayerId(1), arena.now_ms)
    arena.tournament.sit_out(PlayerId(2), arena.now_ms)
    live = arena.tournament.tables[TableNumber(1)]
    for _ in range(6):
        arena.deal(1)
        while live.actor is not None:
            assert live.actor == 3, "who sits out folds at once"
            assert live.hand is not None
            arena.tournament.act(PlayerId(3), "call" if live.hand.to_call else "check", 0, 0)
        arena.commit(1)
    assert arena.tournament.left == 3
    assert sum(arena.tournament.stacks.values()) == 15_000
    assert arena.entrant(entries[2]).stack > 5000


@rule("TTB-08", "HEX-11", "TAMB-90")
@pytest.mark.parametrize("name", EDITIONS)
def test_a_lost_hexapro_player_is_folded_after_thirty_seconds_and_sits_out(name: str) -> None:
    arena = drawn("hexapro", name, 10_00, 99_999)
    arena.deal(1)
    live = arena.tournament.tables[TableNumber(1)]
    lost = live.actor
    assert lost is not None
    arena.tournament.lose_connection(lost, arena.now_ms)
    assert not arena.tournament.expire(TableNumber(1), arena.now_ms + 29_999)
    assert arena.tournament.expire(TableNumber(1), arena.now_ms + 30_000)
    entrant = arena.tournament.field.find(lost)
    assert entrant is not None
    assert live.hand is not None
    assert entrant.seat not in live.hand.live, "facing the big blind: folded"
    assert entrant.away is None
    arena.now_ms += 30_000
    arena.fold_out(1)
    arena.commit(1)
    assert arena.events_of(WentAway) == [WentAway(entrant.entry, "timed_out")]


@rule("TRN-05", "TRN-17", "TAMB-90")
def test_who_sits_out_by_choice_still_does_after_a_lost_connection() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2, 3)
    arena.start()
    entrant = arena.at(1)[0]
    arena.tournament.sit_out(entrant.player, arena.now_ms)
    arena.tournament.lose_connection(entrant.player, arena.now_ms)
    arena.tournament.reconnect(entrant.player, arena.now_ms + 1_000)
    assert (entrant.away, entrant.connection.is_lost) == ("player", False)


def bust_after_the_clock_has_checked(seed: int) -> Arena | None:
    """The clock checks for the big blind, who then loses all; None where the cards differ."""
    arena = Arena(example("rebuy"), seed=seed)
    arena.enter(1, 2)
    arena.start()
    arena.deal(1)
    table = arena.tournament.tables[TableNumber(1)]
    for action in ("call", "expire", "raise", "call"):
        assert table.actor is not None
        assert table.deadline_ms is not None
        assert table.hand is not None
        assert table.hand.options is not None
        if action == "expire":
            assert arena.tournament.expire(TableNumber(1), table.deadline_ms)
        else:
            to = table.hand.options.raise_to if action == "raise" else 0
            arena.tournament.act(table.actor, action, to, arena.now_ms)
    assert table.dealt_hand is not None
    blind = table.seats[table.dealt_hand.positions.big_blind]
    arena.commit(1)
    return arena if blind.stack == 0 else None


@rule("TAMB-69", "TAMB-90")
def test_who_ran_out_of_time_bust_and_bought_back_is_there_after_the_next_hand() -> None:
    arena = next(filter(None, map(bust_after_the_clock_has_checked, range(50))))
    (late,) = [one for one in arena.at(1) if one.stack == 0]
    arena.tournament.rebuy(late.player, arena.now_ms)
    arena.take_step()
    arena.walk(1)
    assert late.away is None
    assert not arena.events_of(WentAway)
