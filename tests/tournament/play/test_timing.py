"""Time banks, lost connections, sitting out, absent players."""

import pytest

from cardroom.engine.timebank import TimeBank
from cardroom.ledger import PlayerId
from cardroom.rulebook import edition
from cardroom.rulebook.tournament import Timebank, TournamentRules
from cardroom.tournament.events import HandFinished
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.record import decode_events, encode_events
from cardroom.tournament.terms import bank_terms
from tests.rule import rule
from tests.tournament.arena import Arena, drawn, freezeout
from tests.tournament.desks import example


def rules_of(name: str) -> TournamentRules:
    rules = edition(name).tournament
    assert rules is not None
    return rules


def played(rules: TournamentRules, bank: Timebank, *, used_ms: int, hands: int) -> list[int]:
    """The bank at the start of every hand; something is used in the first hand only."""
    live = TimeBank(bank_terms(rules.timing, bank))
    starts = []
    for hand in range(1, hands + 1):
        live.start_hand()
        starts.append(live.left_ms)
        if hand == 1 and used_ms:
            live.charge(used_ms)
        live.finish_hand()
    return starts


def banks(arena: Arena, hands: int, *, used_ms: int = 0) -> list[int]:
    """Play hands without thinking but for the first turn; one player's bank at each start, in s."""
    starts: list[int] = []
    player: PlayerId | None = None
    for _ in range(hands):
        arena.deal(1)
        live = arena.tournament.tables[TableNumber(1)]
        player = player or live.actor
        assert player is not None
        entrant = arena.tournament.field.find(player)
        assert entrant is not None
        starts.append(entrant.bank.left_ms // 1000)
        if used_ms and len(starts) == 1:
            arena.now_ms += 10_000 + used_ms
            arena.tournament.act(player, "fold", 0, arena.now_ms)
        arena.fold_out(1)
        arena.commit(1)
        arena.give(dict.fromkeys(arena.tournament.stacks, 1_000))
    return starts


def sit_and_go(name: str) -> Arena:
    arena = Arena(example("sit-and-go-5", edition=name))
    arena.enter(1, 2, 3, 4, 5)
    arena.start()
    return arena


@rule("THC-61", "TTB-01", "TTB-02", "TAMB-09", "TAMB-10", "TAMB-92")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("en-2.7", [0, 5, 10, 15, 20, 20]),
        ("fr-2.2", [0, 5, 10, 15, 20, 20]),
        ("nl-3.0", [0, 0, 5, 5, 10, 10]),
    ],
)
def test_the_bank_of_a_sit_and_go_grows_after_the_counted_hands(
    name: str, expected: list[int]
) -> None:
    starts = banks(sit_and_go(name), 26, used_ms=10_000)
    assert starts[0] == 10
    assert [starts[hand - 1] for hand in (2, 6, 11, 16, 21, 26)] == expected


@rule("THC-61", "TTB-01", "TTB-02", "TAMB-30", "TAMB-92")
def test_the_bank_of_the_oldest_edition_has_a_floor_and_grows_with_every_hand() -> None:
    assert banks(sit_and_go("en-2.2"), 2, used_ms=7_000) == [10, 10]
    freeze = Arena(freezeout("en-2.2"))
    freeze.enter(1, 2, 3)
    freeze.start()
    for arena in (sit_and_go("en-2.2"), freeze, drawn("hexapro", "en-2.2", 10_00, 6)):
        unused = banks(arena, 82)
        assert (unused[0], unused[79], unused[80], unused[81]) == (10, 29, 30, 30)


@rule("TTB-01", "TAMB-08")
@pytest.mark.parametrize("name", ["en-2.7", "fr-2.2", "nl-3.0"])
def test_the_bank_of_a_multi_table_tournament_grows_every_tenth_hand(name: str) -> None:
    rules = rules_of(name)
    unused = played(rules, rules.timing.mtt_bank, used_ms=0, hands=40)
    assert [unused[hand - 1] // 1000 for hand in (1, 10, 11, 21, 31, 40)] == [
        15,
        15,
        20,
        25,
        30,
        30,
    ]


@rule("THC-62", "TTB-01", "TAMB-31", "TAMB-92")
@pytest.mark.parametrize("name", ["en-2.7", "fr-2.2", "nl-3.0"])
def test_a_high_multiplier_brings_a_larger_bank(name: str) -> None:
    """Extreme 20x is low; 125x and the 25x or 100x of HexaPro are high."""
    low = banks(drawn("extreme", name, 10_00, 203), 31)
    assert (low[0], low[5], low[30]) == (10, 15, 20)
    for kind, number in (("extreme", 1), ("hexapro", 5 if name == "nl-3.0" else 6)):
        high = banks(drawn(kind, name, 10_00, number), 32)
        assert [high[hand - 1] for hand in (1, 5, 6, 31, 32)] == [30, 30, 35, 60, 60]


@rule("TAMB-92", "TTB-02")
def test_the_bank_moves_with_the_player_between_tables() -> None:
    arena = Arena(freezeout())
    arena.enter(*range(1, 14))
    arena.start()
    table = TableNumber(3)
    arena.deal(table)
    player = arena.tournament.tables[table].actor
    assert player is not None
    arena.now_ms += 12_000
    arena.fold_out(table)
    arena.commit(table)
    entrant = arena.tournament.field.find(player)
    assert entrant is not None
    assert entrant.bank.left_ms == 13_000
    loser, winner, _ = (one for one in [*arena.at(1), *arena.at(1)][:3])
    arena.shove(1, winner.entry, loser.entry)
    assert len(arena.tournament.tables) == 2
    assert entrant.table != table
    assert entrant.bank.left_ms == 13_000
    finished = arena.events_of(HandFinished)[0]
    assert isinstance(finished, HandFinished)
    assert finished.banks_ms == ((entrant.seat, 13_000),) or len(finished.banks_ms) == 1


@rule("TTB-05", "TAMB-90")
def test_a_connected_player_whose_bank_is_empty_is_checked_or_folded() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2)
    arena.start()
    arena.deal(1)
    live = arena.tournament.tables[TableNumber(1)]
    assert live.deadline_ms == arena.now_ms + 25_000, "ten seconds and the bank"
    assert arena.tournament.expire(TableNumber(1), arena.now_ms + 25_000)
    assert live.hand is not None
    assert live.hand.is_over, "facing the big blind: a fold"


@rule("TTB-05", "TAMB-90")
def test_who_may_check_is_checked_when_the_time_is_over() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2)
    arena.start()
    arena.deal(1)
    live = arena.tournament.tables[TableNumber(1)]
    caller = live.actor
    assert caller is not None
    arena.tournament.act(caller, "call", 0, arena.now_ms)
    assert arena.tournament.expire(TableNumber(1), arena.now_ms + 25_000)
    assert live.hand is not None
    assert len(live.hand.board) == 3, "checked: the flop is there"


@rule("TRN-07", "TAMB-97")
def test_raises_are_not_capped() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2)
    arena.start()
    arena.deal(1)
    live = arena.tournament.tables[TableNumber(1)]
    for _ in range(12):
        assert live.hand is not None
        assert live.actor is not None
        options = live.hand.options
        assert options is not None
        arena.tournament.act(live.actor, "raise", options.raise_from, arena.now_ms)


@rule("TAMB-94", "TAMB-97")
def test_a_short_stack_covers_the_ante_first() -> None:
    levels = [{"small": 10, "big": 20, "ante": 4}]
    arena = Arena(freezeout(blinds={"level_s": 600, "levels": levels}))
    entries = arena.enter(1, 2, 3)
    arena.start()
    positions, _ = arena.tournament.tables[TableNumber(1)].plan()
    big = next(entry for entry in entries if arena.entrant(entry).seat == positions.big_blind)
    arena.give({EntryId(big): 10})
    arena.deal(1)
    hand = arena.tournament.tables[TableNumber(1)].hand
    assert hand is not None
    assert hand.bets[positions.big_blind] == 6
    assert hand.options is not None
    assert hand.options.call == 20, "the full big blind"


@rule("TTB-04", "TAMB-91")
@pytest.mark.parametrize("name", ["en-2.2", "fr-2.2", "en-2.7", "nl-3.0"])
def test_hexapro_has_no_final_stage_although_all_three_are_in_the_money(name: str) -> None:
    arena = drawn("hexapro", name, 10_00, 0)
    assert len(arena.tournament.payouts.structure or ()) == 3
    assert arena.tournament.is_in_the_money
    assert not arena.tournament.is_final_stage


@rule("TTB-01", "TAMB-95", "TRN-25")
def test_a_bank_lifted_to_its_floor_is_the_same_when_read_back_from_the_events() -> None:
    arena = sit_and_go("en-2.2")
    banks(arena, 2, used_ms=60_000)
    again = arena._made()
    stored = decode_events(encode_events(arena.events))
    again.restore(stored, arena.now_ms, down_since_ms=arena.now_ms)
    found = {entry: one.bank.left_ms for entry, one in again.field.entrants.items()}
    live = {entry: one.bank.left_ms for entry, one in arena.tournament.field.entrants.items()}
    assert found == live
