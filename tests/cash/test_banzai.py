"""Banzai's exact stack, carry-over, resets and limits, with the catalogue's own cases."""

from itertools import repeat

import pytest

from cardroom.cash.banzai import Banzai, Taken, verify_banzai_top_up
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.rulebook.cash import CashRules, Stake, StakeKey
from cardroom.rulebook.cash.banzai import Counted
from tests.cash.lobbies import BANZAI_NL1, BANZAI_NL5, DAY_S, NL10, NOON_S, SampleLobby, player
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE, altered, cash

HERO = PlayerId(7)
NOON_MS = NOON_S * 1000
HALF_HOUR_MS = 1_800_000
WITH_RESETS = ("fr-2.2", "en-2.7", "nl-3.0")


def banzai_of(rules: CashRules) -> Banzai:
    return Banzai(rules.banzai, rules.rejoining.window_end)


def stake(key: StakeKey = BANZAI_NL5, name: str = "en-2.7") -> Stake:
    return next(stake for stake in cash(name).stakes if stake.key == key)


def exactly(banzai: Banzai, key: StakeKey = BANZAI_NL5, *, after_ms: int = 60_000) -> int:
    """The one amount that is legal without a reset."""
    offer = banzai.offer(HERO, stake(key), NOON_MS + after_ms)
    assert offer.least == offer.most
    return offer.least


def after_leaving_with(*stacks: int, rules: CashRules | None = None) -> Banzai:
    banzai = banzai_of(rules or cash("en-2.7"))
    for later, stack in enumerate(stacks):
        banzai.leave(HERO, stake(), stack, NOON_MS + later)
    return banzai


@rule("BANZ-02", "BANZ-01")
@pytest.mark.parametrize("name", ONLINE)
def test_the_buy_in_is_exactly_ten_big_blinds(name: str) -> None:
    lobby = SampleLobby(name)
    offer = lobby.offered_or_open(1, BANZAI_NL5)
    assert (offer.buy_in.least, offer.buy_in.most, offer.buy_in.reset_to) == (500, 500, None)
    for amount in (499, 501, 1000):
        with pytest.raises(SeatRefused) as refusal:
            lobby.buy_in(player(1), offer.table, amount, lobby.now_ms)
        assert refusal.value.rule == "BANZ-02"
    lobby.buy_in(player(1), offer.table, 500, lobby.now_ms)
    assert lobby.seat_of(offer.table, 1).stack == 500


@rule("BANZ-06", "AMB-66", "HC-52")
@pytest.mark.parametrize("name", ONLINE)
def test_a_stack_above_the_buy_in_goes_along_to_the_next_table_of_the_stake(name: str) -> None:
    banzai = after_leaving_with(1150, rules=cash(name))
    assert exactly(banzai) == 1150
    assert exactly(banzai, BANZAI_NL1) == 100
    assert exactly(banzai, after_ms=HALF_HOUR_MS) == 1150
    assert exactly(banzai, after_ms=HALF_HOUR_MS + 1) == 500


@rule("AMB-28", "BANZ-06")
def test_the_end_of_the_half_hour_is_the_same_as_for_ratholing() -> None:
    rules = altered(cash("en-2.7"), "AMB-65", "window_end", "excluded")
    banzai = after_leaving_with(1150, rules=rules)
    assert exactly(banzai, after_ms=HALF_HOUR_MS - 1) == 1150
    assert exactly(banzai, after_ms=HALF_HOUR_MS) == 500


@rule("AMB-66")
@pytest.mark.parametrize("stack", [0, 320, 500])
def test_leaving_with_the_buy_in_or_less_obliges_to_nothing(stack: int) -> None:
    assert exactly(after_leaving_with(stack)) == 500


@rule("AMB-66")
def test_every_departure_obliges_once_and_the_largest_is_used_up_first() -> None:
    banzai = after_leaving_with(700, 1150, 900)
    amounts = []
    for _ in range(4):
        amounts.append(exactly(banzai))
        banzai.sit_down(HERO, stake(), NOON_MS + 60_000, reset=False)
    assert amounts == [1150, 900, 700, 500]


@rule("AMB-66")
def test_a_house_may_use_up_the_latest_first() -> None:
    rules = altered(cash("en-2.7"), "AMB-66", "carry_over_used", "latest")
    banzai = after_leaving_with(700, 1150, 900, rules=rules)
    amounts = []
    for _ in range(4):
        amounts.append(exactly(banzai))
        banzai.sit_down(HERO, stake(), NOON_MS + 60_000, reset=False)
    assert amounts == [900, 1150, 700, 500]


@rule("BANZ-06", "AMB-66")
def test_a_house_may_let_a_stack_go_along_to_every_stake_where_it_is_more_than_the_buy_in() -> None:
    rules = altered(cash("en-2.7"), "BANZ-06", "carry_over_scope", "all_stakes")
    banzai = after_leaving_with(1150, rules=rules)
    assert exactly(banzai, BANZAI_NL1) == 1150
    assert exactly(banzai, StakeKey("nl-holdem", "banzai", 100, 200)) == 2000


@rule("BANZ-07", "AMB-66", "HC-52")
@pytest.mark.parametrize("name", WITH_RESETS)
def test_a_reset_five_times_a_day_allows_the_buy_in_instead(name: str) -> None:
    banzai = banzai_of(cash(name))
    for used in range(5):
        banzai.leave(HERO, stake(), 1150, NOON_MS + used)
        assert banzai.offer(HERO, stake(), NOON_MS + used).reset_to == 500
        banzai.sit_down(HERO, stake(), NOON_MS + used, reset=True)
        assert exactly(banzai) == 500
    banzai.leave(HERO, stake(), 1150, NOON_MS + 6)
    offer = banzai.offer(HERO, stake(), NOON_MS + 7)
    assert offer.reset_to is None
    with pytest.raises(SeatRefused) as refusal:
        offer.verify(500, reset=True)
    assert (refusal.value.rule, refusal.value.reason) == ("BANZ-07", "no_reset_left")
    offer.verify(1150)


@rule("BANZ-07", "HC-52")
def test_the_oldest_edition_has_no_reset() -> None:
    offer = after_leaving_with(1150, rules=cash("en-2.2")).offer(HERO, stake(), NOON_MS)
    assert offer.reset_to is None


@rule("BANZ-07", "AMB-66")
def test_resets_are_counted_over_all_stakes_and_come_back_at_midnight() -> None:
    banzai = banzai_of(cash("en-2.7"))
    for key in (BANZAI_NL1, BANZAI_NL5):
        banzai.leave(HERO, stake(key), 5000, NOON_MS)
        banzai.sit_down(HERO, stake(key), NOON_MS, reset=True)
    midnight_ms = (NOON_S + DAY_S // 2) * 1000
    assert banzai.resets_left(HERO, midnight_ms - 1) == 3
    assert banzai.resets_left(HERO, midnight_ms) == 5


@rule("AMB-66")
def test_resuming_costs_no_reset() -> None:
    banzai = after_leaving_with(1150)
    banzai.sit_down(HERO, stake(), NOON_MS, reset=False)
    assert banzai.resets_left(HERO, NOON_MS) == 5


@rule("BANZ-03", "AMB-20", "HC-52")
@pytest.mark.parametrize("name", ONLINE)
def test_a_top_up_ends_at_the_buy_in_and_only_the_dutch_edition_takes_less(name: str) -> None:
    rules = cash(name).banzai
    verify_banzai_top_up(rules, stake(), 320, 180)
    for amount in (181, 0, -1):
        with pytest.raises(SeatRefused):
            verify_banzai_top_up(rules, stake(), 320, amount)
    if name == "nl-3.0":
        verify_banzai_top_up(rules, stake(), 320, 100)
    else:
        with pytest.raises(SeatRefused) as refusal:
            verify_banzai_top_up(rules, stake(), 320, 100)
        assert refusal.value.details == {"exactly": 180}


@rule("BANZ-03")
@pytest.mark.parametrize("name", ONLINE)
@pytest.mark.parametrize("stack", [500, 730])
def test_a_stack_of_ten_big_blinds_or_more_is_not_topped_up(name: str, stack: int) -> None:
    with pytest.raises(SeatRefused, match="stack full"):
        verify_banzai_top_up(cash(name).banzai, stake(), stack, 1)


@rule("BANZ-03", "AMB-68")
@pytest.mark.parametrize("name", ONLINE)
def test_a_rebuy_without_chips_is_the_buy_in_in_every_edition(name: str) -> None:
    verify_banzai_top_up(cash(name).banzai, stake(), 0, 500)
    with pytest.raises(SeatRefused):
        verify_banzai_top_up(cash(name).banzai, stake(), 0, 499)


def refused(rules: CashRules, key: StakeKey, *taken: Taken) -> str | None:
    try:
        banzai_of(rules).verify_entry(HERO, key, taken)
    except SeatRefused as refusal:
        return refusal.reason
    return None


@rule("BANZ-04", "AMB-21", "HC-52")
@pytest.mark.parametrize(
    ("name", "limit", "other_stake"),
    [
        ("en-2.2", 2, None),
        ("en-2.7", 4, None),
        ("fr-2.2", 4, None),
        ("nl-3.0", 4, "banzai_table_limit"),
    ],
)
def test_one_table_too_many_is_refused_per_stake_or_over_all_stakes(
    name: str, limit: int, other_stake: str | None
) -> None:
    seats = list(repeat(Taken("seat", BANZAI_NL5), limit))
    assert refused(cash(name), BANZAI_NL5, *seats[1:]) is None
    assert refused(cash(name), BANZAI_NL5, *seats) == "banzai_table_limit"
    assert refused(cash(name), BANZAI_NL1, *seats) == other_stake


@rule("AMB-21", "BANZ-04")
@pytest.mark.parametrize("counts", [("seat",), ("seat", "queue_entry"), ("seat_in_sit_out",)])
def test_what_counts_toward_the_limit_is_a_switch(counts: tuple[Counted, ...]) -> None:
    rules = altered(cash("en-2.2"), "AMB-21", "table_limit_counts", counts)
    kinds: tuple[Counted, ...] = ("seat", "seat_in_sit_out", "queue_entry")
    for what in kinds:
        taken = repeat(Taken(what, BANZAI_NL5), 2)
        assert (refused(rules, BANZAI_NL5, *taken) is not None) == (what in counts)


@rule("BANZ-08")
@pytest.mark.parametrize("name", ONLINE)
def test_an_excluded_player_gets_no_banzai_seat_and_every_other(name: str) -> None:
    lobby = SampleLobby(name)
    lobby.exclude(player(1), lobby.now_ms, excluded=True)
    with pytest.raises(SeatRefused) as refusal:
        lobby.want(1, BANZAI_NL5)
    assert (refusal.value.rule, refusal.value.reason) == ("BANZ-08", "banzai_excluded")
    assert lobby.want(1, NL10)
    lobby.exclude(player(1), lobby.now_ms, excluded=False)
    assert lobby.want(1, BANZAI_NL5)


@rule("BANZ-08")
def test_exclusion_takes_queue_entries_and_offered_seats_away_but_no_seat() -> None:
    lobby = SampleLobby()
    seated = lobby.full(1, 2, 3, 4, key=BANZAI_NL5)
    offer = lobby.offered(9, BANZAI_NL5)
    lobby.want(9, BANZAI_NL5)
    lobby.want(1, BANZAI_NL5)
    lobby.exclude(player(9), lobby.now_ms, excluded=True)
    assert (lobby.queued(player(9)), lobby.offers_of(player(9))) == ((), ())
    with pytest.raises(SeatRefused, match="no seat offered"):
        lobby.buy_in(player(9), offer.table, 500, lobby.now_ms)
    lobby.exclude(player(1), lobby.now_ms, excluded=True)
    assert lobby.queued(player(1)) == ()
    assert lobby.sits(seated, 1)


@rule("BANZ-08")
def test_a_house_without_exclusion_excludes_nobody() -> None:
    lobby = SampleLobby("en-2.7", ("BANZ-08", "may_exclude_players", False))
    with pytest.raises(SeatRefused, match="no exclusion here"):
        lobby.exclude(player(1), lobby.now_ms, excluded=True)
    assert lobby.want(1, BANZAI_NL5)


@rule("BANZ-06", "BANZ-07")
def test_obligations_and_resets_outlive_a_restart_and_obligations_expire() -> None:
    banzai = after_leaving_with(700, 1150)
    banzai.sit_down(HERO, stake(), NOON_MS, reset=True)
    again = banzai_of(cash("en-2.7"))
    again.restore(HERO, *banzai.kept(HERO))
    assert again.kept(HERO) == banzai.kept(HERO)
    assert exactly(again) == 700
    assert again.resets_left(HERO, NOON_MS) == 4
    again.forget(NOON_MS + HALF_HOUR_MS)
    assert len(again.kept(HERO)[0]) == 1
    again.forget(NOON_MS + HALF_HOUR_MS + 1)
    assert again.kept(HERO)[0] == ()
