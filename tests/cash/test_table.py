"""A cash table between and during its hands."""

import pytest

from cardroom.cash.events import Left, ServerDecided
from cardroom.cash.positions import Deal
from cardroom.errors import ActionRefused, SeatRefused
from cardroom.ledger import PlayerId
from tests.cash.tables import ONLINE, TestTable, where
from tests.rule import rule


def three_handed() -> TestTable:
    """Seats 1 to 3; the hand just paid had button 1, small blind 2, big blind 3."""
    table = TestTable()
    table.join(1, 2, 3)
    table.felt.last = Deal(
        button=1,
        small_blind=2,
        big_blind=3,
        dealt_in={seat: PlayerId(seat) for seat in (1, 2, 3)},
    )
    for occupant in table.occupants.values():
        occupant.standing = "playing"
    return table


@rule("CASH-07", "OMA-07")
@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha"])
def test_a_hand_starts_with_three_players_who_are_not_sitting_out(game: str) -> None:
    table = TestTable(game=game)  # type: ignore[arg-type]
    table.join(1, 2)
    assert table.deal_next() is None
    table.join(3)
    table.sit_out(PlayerId(3), 0)
    assert table.deal_next() is None
    table.come_back(PlayerId(3), 0)
    assert table.deal_next() is not None


@rule("CASH-07", "AMB-30", "HC-43", "OMA-07")
@pytest.mark.parametrize(("leaver", "expected"), [(1, (3, 3, 2)), (2, (3, 3, 1)), (3, (2, 2, 1))])
def test_two_players_get_one_more_hand_after_a_hand_of_three(
    leaver: int, expected: tuple[int, int, int]
) -> None:
    table = three_handed()
    table.leave(PlayerId(leaver), 0)
    assert where(table.deal_next()) == expected
    table.fold_out()
    assert table.deal_next() is None
    table.join(5)
    assert table.deal_next() is not None


@rule("AMB-31")
def test_a_newcomer_who_waits_counts_toward_three() -> None:
    table = three_handed()
    table.leave(PlayerId(1), 0)
    table.join(6)
    deal = table.deal_next()
    assert deal is not None
    assert len(deal.dealt_in) == 3


@rule("CASH-12", "BET-02")
def test_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop() -> None:
    table = three_handed()
    table.leave(PlayerId(1), 0)
    deal = table.deal_next()
    assert where(deal) == (3, 3, 2)
    assert table.actor == PlayerId(3)
    table.say(3, "call")
    table.say(2, "check")
    assert table.actor == PlayerId(2)


@rule("CASH-13")
def test_the_two_players_after_the_button_post_the_blinds_of_the_stake() -> None:
    table = three_handed()
    assert where(table.deal_next()) == (2, 3, 1)
    assert table.hand is not None
    assert table.hand.bets == {3: 5, 1: 10, 2: 0}


@rule("CASH-14", "AMB-35")
def test_a_post_is_a_live_bet_of_one_big_blind_that_may_be_checked() -> None:
    table = three_handed()
    table.join(5)
    table.sit_out(PlayerId(1), 0)
    table.join(6)
    table.post_or_wait(PlayerId(6), post=True)
    assert where(table.deal_next()) == (2, 3, 5)
    assert table.hand is not None
    assert table.hand.bets[6] == 10
    assert table.hand.actor == 6
    options = table.hand.options
    assert options is not None
    assert (options.check, options.raise_from) == (True, 20)


@rule("SIT-01")
def test_a_player_who_sits_out_keeps_the_seat_and_pays_nothing() -> None:
    table = three_handed()
    table.join(4)
    table.sit_out(PlayerId(1), 0)
    before = table.stacks()[1]
    deal = table.deal_next()
    assert deal is not None
    assert 1 not in deal.dealt_in
    table.fold_out()
    assert table.stacks()[1] == before


@rule("SIT-04")
def test_sitting_out_during_a_hand_takes_effect_after_it() -> None:
    table = three_handed()
    table.deal_next()
    table.sit_out(PlayerId(1), 0)
    assert not table.occupants[1].is_out
    table.fold_out()
    table.tidy(0, table.balance)
    assert table.occupants[1].is_out


@rule("SIT-05", "AMB-63", "CASH-09")
def test_sitting_out_next_big_blind_passes_it_on_and_nobody_pays_for_the_absent() -> None:
    table = three_handed()
    table.join(4, 5)
    table.sit_out_next_big_blind(PlayerId(4), on=True)
    assert where(table.deal_next()) == (2, 3, 5)
    assert table.occupants[4].is_out


@rule("SIT-03", "AMB-61", "AMB-12", "HC-49")
def test_a_player_is_removed_after_more_than_ten_minutes_in_sit_out() -> None:
    table = three_handed()
    table.sit_out(PlayerId(1), 0)
    table.wait(600)
    table.tidy(table.now_ms, table.balance)
    assert table.has(PlayerId(1))
    table.wait(0.001)
    table.tidy(table.now_ms, table.balance)
    assert not table.has(PlayerId(1))


@rule("SIT-02")
def test_sitting_out_lasts_until_the_player_comes_back() -> None:
    table = three_handed()
    table.sit_out(PlayerId(1), 0)
    table.wait(599)
    table.come_back(PlayerId(1), table.now_ms)
    table.wait(599)
    table.tidy(table.now_ms, table.balance)
    assert table.has(PlayerId(1))
    with pytest.raises(SeatRefused) as refused:
        table.come_back(PlayerId(1), table.now_ms)
    assert refused.value.rule == "SIT-02"


MUST_WAIT = {("en-2.2", "pl-omaha"), ("nl-3.0", "nl-holdem")}


@rule("SIT-07", "CASH-14", "OMA-06", "AMB-17", "AMB-36", "HC-45")
@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha"])
@pytest.mark.parametrize("name", ONLINE)
def test_who_missed_the_big_blind_may_post_unless_the_edition_says_wait(
    name: str, game: str
) -> None:
    table = TestTable(name, game=game)  # type: ignore[arg-type]
    table.join(1, 2, 3, 4)
    table.play_on(1)
    absent = PlayerId(next(seat for seat in (1, 2, 3, 4) if seat not in _next_two(table)))
    table.sit_out(absent, 0)
    table.play_on(4)
    table.come_back(absent, table.now_ms)
    if (name, game) in MUST_WAIT:
        with pytest.raises(SeatRefused) as refused:
            table.post_or_wait(absent, post=True)
        assert refused.value.rule == "SIT-07"
    else:
        table.post_or_wait(absent, post=True)
        assert _posts(table, absent) == 10


def _posts(table: TestTable, player: PlayerId) -> int:
    """What a player has put in who was let in by a post; hands go by until the button is past."""
    for _ in range(4):
        deal = table.deal_next()
        assert deal is not None
        if player in deal.dealt_in.values():
            assert [deal.dealt_in[seat] for seat in deal.posts] == [player]
            hand = table.felt.hand
            assert hand is not None
            return table.felt.occupant(player).stack - hand.stacks[deal.posts[0]]
        table.fold_out()
    raise AssertionError("never dealt in")


def _next_two(table: TestTable) -> set[int]:
    """The seats of the next two big blinds: who sits out here misses one later."""
    assert table.last is not None
    order = (1, 2, 3, 4, 1, 2, 3, 4)
    start = order.index(table.last.big_blind)
    return set(order[start + 1 : start + 3])


@rule("CASH-14", "OMA-06", "HC-45")
@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha"])
@pytest.mark.parametrize("name", ONLINE)
def test_a_newcomer_may_post_except_where_the_edition_makes_him_wait(name: str, game: str) -> None:
    table = TestTable(name, game=game)  # type: ignore[arg-type]
    table.join(1)
    if (name, game) == ("en-2.2", "pl-omaha"):
        with pytest.raises(SeatRefused) as refused:
            table.post_or_wait(PlayerId(1), post=True)
        assert refused.value.rule == "CASH-14"
    else:
        table.post_or_wait(PlayerId(1), post=True)
        table.post_or_wait(PlayerId(1), post=False)


@rule("AMB-36")
def test_the_big_blind_who_sits_out_after_it_has_missed_the_small_blind() -> None:
    table = three_handed()
    table.join(4)
    table.sit_out(PlayerId(3), 0)
    assert where(table.deal_next()) == (2, None, 4)
    table.fold_out()
    assert table.occupants[3].missed_blind
    table.come_back(PlayerId(3), 0)
    assert table.occupants[3].standing == "waiting"


@rule("CASH-10", "AMB-36")
def test_who_is_back_before_the_next_deal_has_the_small_blind_after_the_big_one() -> None:
    table = three_handed()
    table.join(4)
    table.sit_out(PlayerId(3), 0)
    table.come_back(PlayerId(3), 0)
    assert where(table.deal_next()) == (2, 3, 4)


@rule("AMB-36")
def test_who_missed_no_blind_is_dealt_in_again_without_posting() -> None:
    table = TestTable()
    table.join(1, 2, 3, 4, 5)
    table.play_on(1)
    assert table.last is not None
    button = table.last.button
    table.sit_out(PlayerId(button), 0)
    table.play_on(1)
    table.come_back(PlayerId(button), 0)
    deal = table.deal_next()
    assert deal is not None
    assert (button in deal.dealt_in, deal.posts) == (True, ())


@rule("TIME-02", "SIT-08", "AMB-58")
def test_when_time_is_over_the_server_folds_and_the_player_sits_out_after_the_hand() -> None:
    table = three_handed()
    table.deal_next()
    assert table.actor == PlayerId(2)
    assert table.deadline_ms == 25_000
    assert not table.expire(24_999)
    assert table.expire(25_000)
    assert ServerDecided(2) in table.take_news()
    assert table.hand is not None
    assert 2 not in table.hand.live
    table.now_ms = 25_000
    table.fold_out()
    table.tidy(25_000, table.balance)
    assert table.occupants[2].is_out
    assert table.occupants[2].out_cause == "server_decision"


@rule("TIME-02")
def test_when_time_is_over_the_server_checks_if_that_is_free() -> None:
    table = three_handed()
    table.deal_next()
    table.say(2, "call")
    table.say(3, "call")
    assert table.actor == PlayerId(1)
    deadline = table.deadline_ms
    assert deadline is not None
    assert table.expire(deadline)
    assert table.hand is not None
    assert 1 in table.hand.live


@rule("TIME-03", "AMB-60")
def test_a_player_who_rejoins_within_half_an_hour_finds_the_bank_as_it_was_left() -> None:
    table = three_handed()
    table.deal_next()
    table.wait(14)
    table.say(2, "fold")
    table.fold_out()
    assert table.occupants[2].bank.left_ms == 11_000
    table.leave(PlayerId(2), table.now_ms)
    table.wait(1800)
    table.join(2)
    assert (table.occupants[2].bank.left_ms, table.occupants[2].bank.hands) == (11_000, 1)
    table.leave(PlayerId(2), table.now_ms)
    table.wait(1801)
    table.join(2)
    assert table.occupants[2].bank.left_ms == 15_000


@rule("AMB-67")
def test_who_leaves_in_mid_hand_checks_or_folds_at_once_and_goes_after_it() -> None:
    table = three_handed()
    table.deal_next()
    table.leave(PlayerId(3), 0)
    assert table.has(PlayerId(3))
    table.say(2, "raise", 30)
    assert table.hand is not None
    assert 3 not in table.hand.live
    assert table.actor == PlayerId(1)
    table.leave(PlayerId(1), 0)
    assert table.hand.is_over
    table.finish()
    table.tidy(0, table.balance)
    assert table.players == (PlayerId(2),)


@rule("AMB-40")
def test_a_top_up_during_a_hand_is_added_after_it() -> None:
    table = TestTable()
    table.join(1, 2, 3, stack=600)
    table.deal_next()
    table.top_up(PlayerId(1), 300, 1000)
    assert table.occupants[1].stack == 600
    table.fold_out()
    before = table.occupants[1].stack
    table.tidy(0, table.balance)
    assert table.occupants[1].stack == before + 300


@rule("AMB-40")
@pytest.mark.parametrize(("amount", "balance"), [(0, 1000), (401, 1000), (400, 399), (True, 1000)])
def test_a_top_up_beyond_the_maximum_or_the_balance_is_refused(amount: int, balance: int) -> None:
    table = TestTable()
    table.join(1, stack=600)
    with pytest.raises(SeatRefused) as refused:
        table.top_up(PlayerId(1), amount, balance)
    assert refused.value.rule == "AMB-40"
    assert table.occupants[1].stack == 600


@rule("AMB-68")
def test_a_busted_player_sits_out_and_may_buy_in_again_without_having_left() -> None:
    table = TestTable()
    table.join(1, 2, 3)
    table.occupants[1].stack = 0
    table.tidy(0, table.balance)
    assert table.occupants[1].out_cause == "busted"
    with pytest.raises(SeatRefused) as refused:
        table.come_back(PlayerId(1), 0)
    assert refused.value.rule == "AMB-68"
    with pytest.raises(SeatRefused):
        table.top_up(PlayerId(1), 499, 10_000)
    table.top_up(PlayerId(1), 500, 10_000)
    table.come_back(PlayerId(1), 0)
    assert table.occupants[1].is_ready


@rule("CASH-17", "AMB-41", "HC-53")
@pytest.mark.parametrize(
    ("initial", "stack", "balance", "after"),
    [(800, 635, 5000, 800), (800, 635, 100, 735), (1800, 900, 5000, 1000), (800, 820, 5000, 820)],
)
def test_auto_top_up_refills_to_the_initial_buy_in_within_maximum_and_balance(
    initial: int, stack: int, balance: int, after: int
) -> None:
    table = TestTable("en-2.7")
    table.join(1, stack=initial)
    table.set_auto_top_up(PlayerId(1), on=True)
    table.occupants[1].stack = stack
    table.balances[PlayerId(1)] = balance
    table.tidy(0, table.balance)
    assert table.occupants[1].stack == after


@rule("CASH-17", "HC-53")
@pytest.mark.parametrize("name", ONLINE)
def test_auto_top_up_is_off_by_default_and_absent_where_the_edition_has_none(name: str) -> None:
    table = TestTable(name)
    table.join(1)
    assert not table.occupants[1].auto_top_up
    if name in {"en-2.7", "nl-3.0"}:
        table.set_auto_top_up(PlayerId(1), on=True)
    else:
        with pytest.raises(SeatRefused):
            table.set_auto_top_up(PlayerId(1), on=True)


@rule("AMB-41", "BANZ-09")
@pytest.mark.parametrize(("name", "after"), [("en-2.7", 320), ("nl-3.0", 400)])
def test_banzai_tops_up_all_or_nothing_where_only_the_exact_stack_is_legal(
    name: str, after: int
) -> None:
    table = TestTable(name, table_format="banzai", blinds=(25, 50))
    table.join(1)
    table.set_auto_top_up(PlayerId(1), on=True)
    table.occupants[1].stack = 320
    table.balances[PlayerId(1)] = 80
    table.tidy(0, table.balance)
    assert table.occupants[1].stack == after
    table.balances[PlayerId(1)] = 5000
    table.tidy(0, table.balance)
    assert table.occupants[1].stack == 500


@rule("AMB-41")
def test_auto_top_up_buys_a_busted_player_in_again_but_tops_up_nobody_who_sits_out() -> None:
    table = TestTable()
    table.join(1, 2, stack=800)
    for player in (1, 2):
        table.set_auto_top_up(PlayerId(player), on=True)
    table.occupants[1].stack = 0
    table.occupants[2].stack = 100
    table.sit_out(PlayerId(2), 0)
    table.tidy(0, table.balance)
    assert table.stacks() == {1: 800, 2: 100}
    assert table.occupants[1].is_ready


@rule("CRASH-01", "CRASH-05", "AMB-69", "HC-54")
def test_a_hand_that_is_rolled_back_never_was() -> None:
    table = TestTable()
    table.join(1, stack=1000)
    table.join(2, stack=800)
    table.join(3, stack=500)
    deal = table.deal_next()
    first = table.actor
    assert first is not None
    table.wait(12)
    table.act(first, "raise", 300, table.now_ms)
    for deed in ("call", "call", "check", "check", "check"):
        assert table.actor is not None
        table.act(table.actor, deed, 0, table.now_ms)
    hand = table.hand
    assert hand is not None
    assert (hand.street, [pot.amount for pot in hand.pots]) == ("turn", [900])
    assert table.occupant(first).bank.left_ms < 15_000
    number = table.number
    table.roll_back("crash")
    assert table.stacks() == {1: 1000, 2: 800, 3: 500}
    assert table.occupant(first).bank.left_ms == 15_000
    again = table.deal_next()
    assert again == deal
    assert table.number == number + 1


@rule("AMB-69")
def test_a_newcomer_of_a_rolled_back_hand_enters_again_as_before() -> None:
    table = three_handed()
    table.join(4, 6)
    table.post_or_wait(PlayerId(6), post=True)
    deal = table.deal_next()
    assert deal is not None
    assert (deal.big_blind, deal.posts) == (4, (6,))
    table.roll_back("server error")
    assert table.deal_next() == deal


@rule("AMB-69", "AMB-36", "SIT-07")
def test_who_comes_back_too_late_for_a_hand_dealt_again_has_missed_its_blind() -> None:
    table = three_handed()
    table.join(4)
    table.sit_out(PlayerId(3), 0)
    assert where(table.deal_next()) == (2, None, 4)
    table.roll_back("crash")
    table.come_back(PlayerId(3), 0)
    assert where(table.deal_next()) == (2, None, 4)
    table.fold_out()
    deal = table.deal_next()
    assert deal is not None
    assert 3 not in deal.dealt_in
    assert (table.occupants[3].missed_blind, table.occupants[3].standing) == (True, "waiting")


@rule("AMB-69")
def test_a_timebank_hand_that_was_cancelled_does_not_count() -> None:
    table = three_handed()
    table.deal_next()
    table.roll_back("server error")
    assert {occupant.bank.hands for occupant in table.occupants.values()} == {0}


@rule("AMB-49")
def test_an_action_out_of_turn_is_refused_and_the_clock_runs_on() -> None:
    table = three_handed()
    table.deal_next()
    clock = table.clock
    with pytest.raises(ActionRefused):
        table.say(1, "fold")
    with pytest.raises(ActionRefused):
        table.say(2, "jump")
    assert table.clock is clock


@rule("CASH-18", "RAKE-01")
def test_the_settled_hand_carries_edition_deltas_and_rake() -> None:
    table = three_handed()
    table.deal_next()
    table.say(2, "call")
    table.say(3, "call")
    table.say(1, "check")
    table.say(3, "raise", 100)
    table.say(1, "fold")
    table.say(2, "fold")
    settled = table.settlement(epoch=1, edition="en-2.7", currency="EUR", at_ms=5)
    assert settled.deltas == {1: -10, 2: -10, 3: 19}
    assert (settled.rake, settled.rake_cap, settled.edition) == (1, 50, "en-2.7")
    table.finish()
    assert table.stacks() == {1: 990, 2: 990, 3: 1019}


@rule("AMB-69")
def test_a_rollback_does_not_miss_who_left_in_mid_hand_without_cards() -> None:
    table = three_handed()
    table.join(4)
    table.sit_out(PlayerId(4), 0)
    deal = table.deal_next()
    table.leave(PlayerId(4), 0)
    table.join(4, player=9)
    table.roll_back("server error")
    assert table.occupants[4].standing == "waiting"
    assert deal is not None
    assert table.stacks() == {1: 1000, 2: 1000, 3: 1000, 4: 1000}


@rule("AMB-40", "AMB-41")
def test_asked_and_automatic_top_up_together_spend_no_more_than_there_is() -> None:
    table = TestTable()
    table.join(1, 2, 3, stack=800)
    table.set_auto_top_up(PlayerId(1), on=True)
    table.deal_next()
    table.top_up(PlayerId(1), 100, 100)
    table.fold_out()
    table.occupants[1].stack = 635
    table.balances[PlayerId(1)] = 100
    table.tidy(0, table.balance)
    assert table.occupants[1].stack == 735


@rule("AMB-67")
def test_the_cause_of_leaving_is_kept_until_the_hand_is_over() -> None:
    table = three_handed()
    table.deal_next()
    table.leave(PlayerId(1), 0, cause="operator")
    table.fold_out()
    table.take_news()
    table.tidy(0, table.balance)
    assert any(isinstance(event, Left) and event.cause == "operator" for event in table.take_news())
