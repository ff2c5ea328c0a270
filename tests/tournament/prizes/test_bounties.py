"""Bounties: who gets them, how they are shared, and what a progressive one leaves behind."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import parse_cards
from cardroom.engine import Hand, HandStarted, stacked_deck
from cardroom.ledger import CaseId, PlayerId
from cardroom.ledger.accounts import Kind, held, player_tickets
from cardroom.ledger.accounts import house as house_account
from cardroom.ledger.ticketing import ticket_money
from cardroom.ledger.tickets import Ticket
from cardroom.rulebook import edition
from cardroom.tournament.events import BountyTaken
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.prizes.bounties import indivisible, knocked_out_by, progressive, shares
from tests.rule import rule
from tests.rulebook.tournament_editions import ONLINE, tournament
from tests.tournament.all_in import all_in
from tests.tournament.arena import Arena
from tests.tournament.desks import example

RULES = tournament("en-2.7").bounty
OFFERING = [name for name in ONLINE if tournament(name).bounty.offered]


A, B, C, D = 1, 2, 3, 4


@rule("THC-33", "TYP-09", "TAMB-72")
def test_the_winner_of_the_highest_pot_that_a_player_could_win_knocked_him_out() -> None:
    hand = all_in(
        {A: 1_000, B: 3_000, C: 8_000, D: 1_000},
        {A: "JcJd", B: "QcQd", C: "KcKd", D: "AcAd"},
        "2c 7d 9h 3s 5d",
        button=D,
    )
    assert hand.stacks == {A: 0, B: 0, C: 9_000, D: 4_000}
    assert knocked_out_by(hand, A) == (D,)
    assert knocked_out_by(hand, B) == (C,)


@rule("TAMB-72")
@pytest.mark.parametrize(("button", "order"), [(1, (2, 5)), (2, (5, 2)), (4, (5, 2)), (5, (2, 5))])
def test_sharers_of_the_deciding_pot_stand_clockwise_from_the_button(
    button: int, order: tuple[int, ...]
) -> None:
    hand = all_in(
        {1: 500, 2: 900, 4: 500, 5: 900},
        {1: "2c2d", 2: "AcKd", 4: "3c3d", 5: "AdKc"},
        "Ah Kh 7s 8d 9c",
        button=button,
    )
    assert hand.stacks == {1: 0, 2: 1_400, 4: 0, 5: 1_400}
    assert knocked_out_by(hand, 1) == knocked_out_by(hand, 4) == order


@rule("TAMB-72")
def test_a_side_pot_above_the_victims_chips_does_not_decide() -> None:
    """Seat 1 has the main pot's share only: seat 3 wins it, seat 2 the side pot against seat 4."""
    hand = all_in(
        {1: 100, 2: 900, 3: 100, 4: 900},
        {1: "2c2d", 2: "KcKd", 3: "AcAd", 4: "QcQd"},
        "7h 8h 9s 4d 3s",
        button=1,
    )
    assert knocked_out_by(hand, 1) == (3,)
    assert knocked_out_by(hand, 4) == (2,)


@rule("TAMB-72")
def test_heads_up_the_winner_knocks_the_loser_out() -> None:
    hand = all_in({3: 400, 6: 700}, {3: "2c3d", 6: "AcAd"}, "7h 8h Ts Kd Ks", button=6)
    assert knocked_out_by(hand, 3) == (6,)


@rule("TAMB-72")
def test_of_a_hand_that_the_floor_killed_the_main_pot_decides() -> None:
    rules = edition("en-2.7").hand
    started = HandStarted("nl-holdem", 1, (1, 2, 3), (50, 500, 500), 20, ())
    hole = {1: parse_cards("AcAd"), 2: parse_cards("KcKd"), 3: parse_cards("QcQd")}
    deck = stacked_deck(started, hole, parse_cards("2c 7d 9h 3s 5d"))
    hand = Hand(rules, started, deck)
    hand.raise_to(2, 50)
    hand.call(3)
    hand.call(1)
    hand.kill(1, "LIVE-32")
    while not hand.is_over:
        assert hand.actor is not None
        hand.check(hand.actor)
    assert hand.stacks[1] == 0
    assert knocked_out_by(hand, 1) == (2,)


class Purse:
    """Bounties on the players' heads and the cash they have taken."""

    def __init__(self, players: str, bounty: int) -> None:
        self.heads = dict.fromkeys(players, bounty)
        self.cash = dict.fromkeys(players, 0)

    def knocked_out(self, victim: str, *by: str) -> None:
        bounty = self.heads.pop(victim)
        for player, share in zip(by, shares(bounty, len(by)), strict=True):
            cash, added = progressive(RULES, share)
            self.cash[player] += cash
            self.heads[player] += added

    def end(self) -> None:
        """Who is left is paid his own bounty in full."""
        for player, bounty in self.heads.items():
            self.cash[player] += bounty
        self.heads.clear()


def four_handed(name: str, where: str = "en-2.7") -> tuple[Arena, list[EntryId]]:
    """Four players at one table, by seat; 10.00 is 4.50 for places, 4.50 bounty and 1.00 fee."""
    arena = Arena(example(name, edition=where, registration={"late_levels": 0}))
    arena.enter(1, 2, 3, 4)
    arena.start()
    return arena, [one.entry for one in arena.at(1)]


@rule("THC-31", "TYP-10", "TAMB-73", "TAMB-75", "TAMB-71")
@pytest.mark.parametrize("where", OFFERING)
def test_a_progressive_bounty_grows_on_whoever_takes_others(where: str) -> None:
    """Of 18.00 for bounties A gets 2.25 and C 15.75; C wins the 18.00 for places as well."""
    arena, (a, b, c, d) = four_handed("progressive", where)
    heads = arena.tournament.bounty_book.bounties
    arena.shove(1, a, b)
    assert (arena.won(a), heads[a]) == (2_25 - 10_00, 6_75)
    arena.give({c: 20_000})
    arena.shove(1, c, a)
    assert (arena.won(c), heads[c]) == (3_38 - 10_00, 7_87)
    arena.shove(1, c, d)
    taken = [one for one in arena.events_of(BountyTaken) if isinstance(one, BountyTaken)]
    assert [(one.victim, one.by, one.cash, one.added) for one in taken] == [
        (b, a, 2_25, 2_25),
        (a, c, 3_38, 3_37),
        (d, c, 2_25, 2_25),
        (c, c, 10_12, 0),
    ]
    assert [arena.won(one) + 10_00 for one in (a, b, c, d)] == [2_25, 0, 15_75 + 18_00, 0]
    assert arena.ledger.balance(arena.tournament.desk.money.bounties) == 0


@rule("THC-32", "TAMB-72", "TAMB-73")
def test_a_shared_bounty_is_shared_first_and_halved_then() -> None:
    """The victim has 6.75 on his head; the sharer next to the button gets the odd cent."""
    arena, (victim, other, *pair) = four_handed("progressive")
    arena.shove(1, victim, other)
    assert arena.tournament.bounty_book.bounties[victim] == 6_75
    arena.give({pair[0]: 20_000, pair[1]: 20_000})
    button = arena.tournament.tables[TableNumber(1)].plan()[0].button
    x, y = sorted(pair, key=lambda one: (arena.entrant(one).seat - button - 1) % 6)
    arena.chop(1, (x, y), victim)
    taken = [one for one in arena.events_of(BountyTaken) if isinstance(one, BountyTaken)][1:]
    assert [(one.by, one.cash, one.added) for one in taken] == [(x, 1_69, 1_69), (y, 1_69, 1_68)]
    assert arena.tournament.bounty_book.bounties[x] == 4_50 + 1_69
    assert arena.tournament.bounty_book.bounties[y] == 4_50 + 1_68


@rule("THC-33", "TYP-09", "TAMB-72", "TRN-20", "TAMB-60")
@pytest.mark.parametrize("where", OFFERING)
def test_every_victims_bounty_goes_to_the_winner_of_his_own_deciding_pot(where: str) -> None:
    """A 1,000, D 1,000, B 3,000, C 8,000 all-in; D beats C beats B beats A."""
    arena, (a, b, c, d) = four_handed("bounty", where)
    arena.give({a: 1_000, b: 3_000, c: 8_000, d: 1_000})
    arena.all_in(1, {d: "AsAh", c: "KsKh", b: "QsQd"}, {a, b, c, d})
    arena.commit(1)
    assert arena.tournament.stacks == {c: 9_000, d: 4_000}
    taken = [one for one in arena.events_of(BountyTaken) if isinstance(one, BountyTaken)]
    assert {(one.victim, one.by, one.cash) for one in taken} == {(a, d, 4_50), (b, c, 4_50)}
    assert (arena.tournament.places[b], arena.tournament.places[a]) == (3, 4)


@rule("THC-34", "TYP-11", "TAMB-24", "TAMB-74")
@pytest.mark.parametrize("where", OFFERING)
@pytest.mark.parametrize("returns", [True, False])
def test_a_vip_who_re_enters_voids_the_extra_where_the_edition_says_so(
    where: str, returns: bool
) -> None:
    """The one edition that prints re-entry waits until late registration closes; others pay."""
    vip_on_7 = {"style": "regular", "vip": {"player": 7, "extra_cents": 100_00}}
    arena = Arena(example("reentry", edition=where, bounty=vip_on_7))
    vip = arena.enter(*range(1, 13))[6]
    arena.start()
    table = arena.entrant(vip).table
    first = next(one.entry for one in arena.at(table) if one.entry != vip)
    arena.shove(table, first, vip)
    waits = where == "fr-2.2"
    assert arena.won(first) == (4_50 if waits else 104_50) - 10_00
    if returns:
        arena.enter(7)
    for live in list(arena.tournament.ready):
        arena.walk(live)
    arena.tick(arena.now_ms + 4 * 300_000)
    assert not arena.tournament.desk.registration_open
    assert arena.won(first) == (4_50 if returns and waits else 104_50) - 10_00


@rule("TAMB-71", "TYP-08")
def test_a_re_buy_with_chips_adds_to_the_bounty_and_one_after_a_bust_is_fresh() -> None:
    arena = Arena(example("vip"))
    arena.enter(*range(1, 7))
    arena.start()
    rich, poor = arena.at(1)[:2]
    arena.tournament.rebuy(rich.player, arena.now_ms)
    arena.take_step()
    assert arena.tournament.bounty_book.bounties[rich.entry] == 9_00
    arena.shove(1, rich.entry, poor.entry)
    assert arena.tournament.bounty_book.bounties[poor.entry] == 0, "taken"
    arena.tournament.rebuy(poor.player, arena.now_ms)
    arena.take_step()
    assert arena.tournament.bounty_book.bounties[poor.entry] == 4_50


@rule("TYP-09", "TYP-10", "TYP-11")
def test_one_edition_has_no_bounty_tournaments() -> None:
    assert set(ONLINE) - set(OFFERING) == {"en-2.2"}


@rule("TAMB-74")
def test_a_prize_that_cannot_be_shared_goes_to_more_chips_and_else_by_chance() -> None:
    below = Random(3).randrange
    assert indivisible({2: 900, 5: 800}, below) == 2
    drawn = [indivisible({2: 900, 5: 900, 6: 100}, below) for _ in range(100)]
    assert set(drawn) == {2, 5}


@rule("TAMB-72", "TAMB-73", "TAMB-75", "TAMB-40")
@given(
    st.integers(2, 30),
    st.integers(1, 10**7),
    st.integers(0, 2**32),
)
def test_bounties_pay_out_what_was_paid_in_whoever_knocks_out_whom(
    players: int, bounty: int, seed: int
) -> None:
    names = "".join(chr(ord("a") + number) for number in range(players))
    purse, chance = Purse(names, bounty), Random(seed)
    while len(purse.heads) > 1:
        victim, *others = chance.sample(sorted(purse.heads), len(purse.heads))
        purse.knocked_out(victim, *others[: chance.randint(1, min(4, len(others)))])
    purse.end()
    assert sum(purse.cash.values()) == players * bounty
    assert min(purse.cash.values()) >= 0


@rule("TYP-11", "TAMB-24", "TAMB-74")
@pytest.mark.parametrize("voiding", [("rebuy", "reentry"), ("reentry",)])
def test_a_house_may_let_the_knock_out_of_a_vip_stand_who_buys_back(
    voiding: tuple[str, ...],
) -> None:
    """Paid once, when nobody can buy back any more, to whoever was first."""
    arena = Arena(example("vip"))
    bounty = msgspec.structs.replace(arena.terms.rules.bounty, vip_voided_by=voiding)
    rules = msgspec.structs.replace(arena.terms.rules, bounty=bounty)
    arena = Arena(example("vip"), terms=msgspec.structs.replace(arena.terms, rules=rules))
    vip = arena.enter(*range(1, 8))[6]
    arena.start()
    table = arena.entrant(vip).table
    first, second = [one.entry for one in arena.at(table) if one.entry != vip][:2]
    arena.shove(table, first, vip)
    arena.tournament.rebuy(PlayerId(7), arena.now_ms)
    arena.take_step()
    arena.give({second: 60_000})
    arena.tick(arena.now_ms + 900_000)
    arena.shove(table, second, vip)
    extra = [
        one for one in arena.events_of(BountyTaken) if isinstance(one, BountyTaken) and one.vip
    ]
    assert [(one.by, one.cash) for one in extra] == [
        (second if "rebuy" in voiding else first, 100_00)
    ]


SUNDAY = Ticket("EUR", 55_00, "sunday")


def hunted(*, seed: int = 1, takes: bool = True) -> tuple[Arena, EntryId, EntryId, EntryId]:
    """Player 7 carries a ticket worth 55.00; two others sit at the same table."""
    arena = Arena(example("vip-ticket"), seed=seed, takes=takes)
    vip = arena.enter(*range(1, 8))[6]
    arena.start()
    first, second = [one.entry for one in arena.at(arena.entrant(vip).table) if one.entry != vip][
        :2
    ]
    return arena, vip, first, second


def tickets(arena: Arena, entry: EntryId) -> int:
    player = arena.tournament.player_of(entry)
    return arena.ledger.balance(player_tickets(player, SUNDAY.asset))


@rule("TYP-11", "TAMB-74")
def test_a_vip_bounty_in_kind_is_a_ticket_that_the_house_pays() -> None:
    arena, vip, first, _ = hunted()
    arena.shove(arena.entrant(vip).table, first, vip)
    assert (tickets(arena, first), arena.won(first)) == (1, 4_50 - 10_00)
    assert arena.ledger.balance(ticket_money(SUNDAY)) == 55_00
    assert arena.ledger.balance(house_account(Kind.OVERLAY, "EUR")) == -55_00
    assert arena.ledger.balance(arena.tournament.desk.money.bounties) == 6 * 4_50


@rule("TAMB-74", "TAMB-72")
@pytest.mark.parametrize(("chips", "gets"), [((5_000, 4_000), 0), ((4_000, 5_000), 1)])
def test_a_shared_prize_in_kind_goes_to_more_chips_at_the_start_of_the_hand(
    chips: tuple[int, int], gets: int
) -> None:
    """The ordinary bounty of 4.50 is shared all the same."""
    arena, vip, *takers = hunted()
    arena.give(dict(zip(takers, chips, strict=True)))
    arena.chop(arena.entrant(vip).table, (takers[0], takers[1]), vip)
    assert [tickets(arena, taker) for taker in takers] == [int(gets == 0), int(gets == 1)]
    assert [arena.won(taker) for taker in takers] == [2_25 - 10_00] * 2


@rule("TAMB-74", "TAMB-95")
def test_equal_chips_leave_a_prize_in_kind_to_chance_and_a_replay_draws_nothing() -> None:
    taken = set()
    for seed in range(12):
        arena, vip, first, second = hunted(seed=seed)
        arena.chop(arena.entrant(vip).table, (first, second), vip)
        got = tickets(arena, first), tickets(arena, second)
        assert sum(got) == 1
        taken.add(got)
        again = arena._made()
        again.restore(arena.events, arena.now_ms, down_since_ms=arena.now_ms)
        assert again.bounty_book.bounties == arena.tournament.bounty_book.bounties
        assert again.take_step().transfers == []
    assert taken == {(1, 0), (0, 1)}


@rule("TAMB-74", "TAMB-68")
def test_a_prize_in_kind_that_nobody_takes_is_paid_at_face_value() -> None:
    arena, vip, first, _ = hunted(takes=False)
    arena.shove(arena.entrant(vip).table, first, vip)
    assert (tickets(arena, first), arena.won(first)) == (0, 4_50 + 55_00 - 10_00)


@rule("TAMB-74", "TRN-24", "TAMB-62")
def test_a_prize_in_kind_of_a_player_under_review_is_held_at_face_value() -> None:
    arena, vip, first, _ = hunted()
    player, case = arena.tournament.player_of(first), CaseId(3)
    arena.tournament.review(player, case, arena.now_ms)
    arena.shove(arena.entrant(vip).table, first, vip)
    assert (tickets(arena, first), arena.won(first)) == (0, -10_00)
    assert arena.ledger.balance(held(case, player, "EUR")) == 4_50 + 55_00


@rule("TAMB-74", "TAMB-86")
def test_a_prize_in_kind_is_not_given_when_the_vip_wins_or_the_event_is_cancelled() -> None:
    for cancelled in (False, True):
        arena, vip, *_ = hunted()
        arena.give({vip: 100_000})
        if cancelled:
            arena.tournament.cancel(arena.now_ms)
            arena.take_step()
        else:
            arena.play_down_to(1)
            assert arena.tournament.places[vip] == 1
        assert arena.ledger.balance(ticket_money(SUNDAY)) == 0
        assert not [one for one in arena.events_of(BountyTaken) if one.vip]  # type: ignore[attr-defined]


@rule("TAMB-74", "TAMB-72")
def test_the_money_on_a_vip_is_shared_by_those_who_knocked_him_out() -> None:
    """100.01 and no way back: the sharer next to the button gets the odd cent."""
    vip_on_7 = {"style": "regular", "vip": {"player": 7, "extra_cents": 100_01}}
    arena = Arena(example("bounty", registration={"late_levels": 0}, bounty=vip_on_7))
    vip = arena.enter(*range(1, 8))[6]
    arena.start()
    table = arena.entrant(vip).table
    button = arena.tournament.tables[table].plan()[0].button
    pair = [one.entry for one in arena.at(table) if one.entry != vip][:2]
    x, y = sorted(pair, key=lambda one: (arena.entrant(one).seat - button - 1) % 6)
    arena.chop(table, (x, y), vip)
    assert [arena.won(one) + 10_00 for one in (x, y)] == [2_25 + 50_01, 2_25 + 50_00]


@rule("THC-34", "TAMB-74")
def test_the_money_on_a_vip_is_paid_when_he_declines_to_buy_back() -> None:
    arena = Arena(example("vip"))
    vip = arena.enter(*range(1, 8))[6]
    arena.start()
    table = arena.entrant(vip).table
    first = next(one.entry for one in arena.at(table) if one.entry != vip)
    arena.shove(table, first, vip)
    assert arena.won(first) + 10_00 == 4_50, "pending while he may answer"
    arena.tournament.decline_rebuy(PlayerId(7), arena.now_ms)
    arena.take_step()
    assert arena.won(first) + 10_00 == 104_50
