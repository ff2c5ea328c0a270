"""House rules that set another number or another list: play follows them."""

import pytest

from cardroom.engine.positions import Positions
from cardroom.errors import EntryRefused, InvalidFile
from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price
from cardroom.tournament.desk.entries import Survivor
from cardroom.tournament.desk.flights import Flight
from cardroom.tournament.desk_events import RebuyOffered
from cardroom.tournament.events import Moved, PauseDue, PauseStarted, SharePaid, StaffAlerted
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.info import info_of
from cardroom.tournament.play.level_clock import HOUR_MS, MINUTE_MS
from tests.rule import rule
from tests.tournament.arena import Arena, house
from tests.tournament.desk.phases import second
from tests.tournament.desks import START_MS
from tests.tournament.tables.sample_fields import SampleField

NO_LATE = {"late_levels": 0}
DAY_MS = 24 * HOUR_MS


def started(arena: Arena, players: int) -> Arena:
    arena.enter(*range(1, players + 1))
    arena.start()
    return arena


def shares(arena: Arena) -> dict[EntryId, SharePaid]:
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    return {one.entry: one for one in arena.events_of(SharePaid) if isinstance(one, SharePaid)}


@rule("TAMB-46", "TRN-10")
@pytest.mark.parametrize("ends", [True, False])
def test_an_early_close_may_leave_re_buys_open(ends: bool) -> None:
    """Five entries, two places: with two left nobody enters, but a bust may still buy back."""
    switch = f"[TAMB-46] early_close_ends_purchases = {str(ends).lower()}"
    arena = started(house("rebuy", switch), 5)
    winner = arena.at(1)[-1].entry
    arena.give({winner: 20_000})
    while arena.tournament.left > 2:
        loser = next(one for one in arena.at(1) if one.entry != winner)
        arena.shove(1, winner, loser.entry)
        arena.tournament.decline_rebuy(loser.player, arena.now_ms)
        arena.take_step()
    assert not arena.tournament.desk.registration_open
    assert arena.tournament.desk.purchases_open is not ends
    (last,) = [one for one in arena.at(1) if one.entry != winner]
    offers = len(arena.events_of(RebuyOffered))
    arena.shove(1, winner, last.entry)
    assert len(arena.events_of(RebuyOffered)) - offers == (0 if ends else 1)
    assert arena.tournament.is_over is ends
    if not ends:
        arena.tournament.rebuy(last.player, arena.now_ms)
        arena.take_step()
        assert arena.tournament.left == 2


@rule("TAMB-41", "TAMB-42")
def test_a_house_may_pay_more_places_and_other_bands() -> None:
    arena = started(
        house(
            "freezeout",
            "[TAMB-41] paid_percent = 20",
            "[TAMB-42] bands_per_step = 1\nstep_factor = 1",
            registration=NO_LATE,
        ),
        100,
    )
    prizes = [award.cents for award in arena.tournament.payouts.structure or ()]
    assert len(prizes) == 20
    assert sum(prizes) == 900_00
    assert [len(set(prizes[first : first + 6])) for first in (6, 12, 18)] == [1, 1, 1]


@rule("TAMB-48")
@pytest.mark.parametrize(
    ("switch", "wait_s"), [("new_table_wait_s = 10", 10), ("new_table_spread_max = 4", 0)]
)
def test_a_new_table_waits_as_the_house_says(switch: str, wait_s: int) -> None:
    arena = house("freezeout", f"[TAMB-48] {switch}")
    started(arena, 18)
    for table in (1, 2, 3):
        arena.deal(table)
    arena.enter(19)
    arena.fold_out(1)
    arena.commit(1)
    since = arena.tournament.tables[TableNumber(4)].two_since_ms
    assert since is not None
    assert (4 in arena.tournament.ready) == (wait_s == 0)
    arena.tick(since + 1_000 * wait_s)
    assert 4 in arena.tournament.ready


@rule("TAMB-54", "BTN-02")
def test_a_house_may_move_a_player_from_one_big_blind_into_the_next() -> None:
    terms = house("freezeout", "[TAMB-54] redraw_second_big_blind = false").terms
    movers = set()
    for seed in range(60):
        sample = SampleField([1, 2, 3, 4, 5, 6], [1, 2, 3, 6], seed=seed, terms=terms)
        sample.field.tables[TableNumber(2)].last = Positions(1, 2, 3)
        sample.field.tables[TableNumber(1)].seats[4].had_big_blind = True
        (moved,) = sample.balance()
        assert isinstance(moved, Moved)
        movers.add(moved.entry)
    assert movers == {1, 2, 3, 4, 5, 6}


@rule("BRK-04", "TAMB-64")
def test_a_house_may_break_in_the_first_level() -> None:
    hour = START_MS // HOUR_MS * HOUR_MS
    arena = house("freezeout", "[BRK-04] break_level_min = 1", registration=NO_LATE)
    arena = Arena(arena.definition, rules=arena.rules, starts_ms=hour + 50 * MINUTE_MS)
    started(arena, 3)
    arena.walk(1)
    arena.tick(hour + 55 * MINUTE_MS)
    assert arena.tournament.level == 1
    assert arena.events_of(PauseDue) == [PauseDue("break", hour + 55 * MINUTE_MS)]


@rule("H4H-01", "TAMB-58")
@pytest.mark.parametrize(
    ("switch", "is_on"),
    [("[H4H-01] tables_min = 3", False), ("[TAMB-58] places_before_money = 5", True)],
)
def test_hand_for_hand_begins_when_the_house_says(switch: str, is_on: bool) -> None:
    """Ten entries at tables of four, two places: seven left at two tables."""
    arena = started(house("freezeout", switch, seats=4, registration=NO_LATE), 10)
    arena.play_down_to(7)
    assert len(arena.tournament.tables) == 2
    assert arena.tournament.hand_for_hand.is_on is is_on
    arena.play_down_to(5)
    assert arena.tournament.hand_for_hand.is_on is is_on


@rule("TAMB-63")
def test_a_house_may_deal_slower_where_everybody_is_absent() -> None:
    arena = house("freezeout", "[TAMB-63] absent_table_hand_s = 20", registration=NO_LATE)
    arena.enter(1, 2, 3)
    arena.start(absent=[PlayerId(1), PlayerId(2), PlayerId(3)])
    arena.deal(1)
    arena.commit(1)
    assert arena.tournament.next_deadline_ms == arena.now_ms + 20_000


@rule("TAMB-69")
def test_a_house_may_sell_more_add_ons_and_wait_longer() -> None:
    arena = house(
        "rebuy", "[TAMB-69] rebuy_answer_s = 30\naddons_per_entry = 2\naddon_pause_s = 120"
    )
    started(arena, 4)
    loser, winner = (one.entry for one in arena.at(1)[:2])
    arena.shove(1, winner, loser)
    assert arena.events_of(RebuyOffered) == [RebuyOffered(loser, arena.now_ms + 30_000)]
    arena.tick(arena.now_ms + 900_000)
    (pause,) = arena.events_of(PauseStarted)
    assert isinstance(pause, PauseStarted)
    assert pause.until_ms == pause.at_ms + 120_000
    player = arena.tournament.player_of(winner)
    for _ in range(2):
        arena.tournament.add_on(player, arena.now_ms)
        arena.take_step()
    with pytest.raises(EntryRefused, match="no add ons left"):
        arena.tournament.add_on(player, arena.now_ms)


@rule("TAMB-71", "TAMB-73")
def test_a_house_may_cut_bounties_otherwise() -> None:
    """A fifth of 9.00 is 1.80, of which a quarter goes on the eliminator's own head."""
    arena = house(
        "progressive",
        "[TAMB-71] bounty_percent = 20",
        "[TAMB-73] progressive_added_percent = 25",
        registration=NO_LATE,
    )
    started(arena, 4)
    loser, winner = (one.entry for one in arena.at(1)[:2])
    arena.shove(1, winner, loser)
    assert arena.won(winner) + 10_00 == 1_35
    assert arena.tournament.bounty_book.bounties[winner] == 1_80 + 45


@rule("TAMB-71")
def test_a_house_may_put_bounties_on_add_ons() -> None:
    switch = "[TAMB-71] addons_carry_bounty = true"
    arena = started(house("rebuy", switch, bounty={"style": "regular"}), 3)
    arena.walk(1)
    arena.tick(START_MS + 900_000)
    arena.tournament.add_on(PlayerId(1), arena.now_ms)
    arena.take_step()
    assert arena.tournament.bounty_book.bounties[EntryId(1)] == 1_35 + 1_35


@rule("TYP-13", "TAMB-76")
@pytest.mark.parametrize("direct", [True, False])
def test_a_house_may_let_players_enter_the_second_phase_itself(direct: bool) -> None:
    """Twenty entries in a flight pay three places; a twenty-first one makes it four."""
    switch = f"[TYP-13] direct_entry = {str(direct).lower()}"
    arena = house("phased", switch)
    survivors = tuple(
        Survivor(player=PlayerId(number), stack=40_000, bounty=0, fees=2_50)
        for number in range(1, 6)
    )
    flight = Flight(entries=20, pools=Price(450_00, 0, 50_00), survivors=survivors)
    tournament = second(arena.definition, arena.terms, [flight], cash=100_00)
    if direct:
        tournament.register(PlayerId(9), START_MS)
    else:
        with pytest.raises(EntryRefused, match="no direct entry"):
            tournament.register(PlayerId(9), START_MS)
    tournament.start(START_MS)
    prizes = [award.cents for award in tournament.payouts.structure or ()]
    assert (len(prizes), sum(prizes)) == ((4, 472_50) if direct else (3, 450_00))


@rule("CXL-03", "TAMB-82")
@pytest.mark.parametrize(
    ("percent", "wanted"), [(100, [15_00, 15_00, 15_00]), (0, [27_00, 13_50, 4_50])]
)
def test_a_house_may_share_a_cancelled_pot_more_or_less_equally(
    percent: int, wanted: list[int]
) -> None:
    """Five entries of 9.00, three left: not in the money."""
    arena = started(house("freezeout", f"[CXL-03] equal_part_percent = {percent}"), 5)
    arena.play_down_to(3)
    left = sorted(arena.tournament.stacks)
    arena.give(dict(zip(left, (15_000, 7_500, 2_500), strict=True)))
    paid = shares(arena)
    assert [paid[entry].pot for entry in left] == wanted


@rule("CXL-09", "TAMB-85")
def test_a_house_may_give_each_player_of_a_cancelled_game_more() -> None:
    """20 % of 100.00 each, the other 40.00 by chips: the winner takes all."""
    arena = house("hexapro", "[CXL-09] hexapro_each_percent = 20", inherits="nl-3.0")
    entries = arena.enter(1, 2, 3)
    arena.rand_below = lambda limit: 6 if limit == 100_000 else 0
    arena.start()
    arena.give(dict(zip(entries, (900, 400, 200), strict=True)))
    paid = shares(arena)
    assert [paid[entry].pot for entry in entries] == [44_00, 30_67, 25_33]


@rule("HEX-12")
def test_a_house_may_decide_open_games_sooner() -> None:
    arena = house("hexapro", "[HEX-12] decided_within_days = 10\nstaff_alerts_days = [2]")
    started(arena, 3)
    arena.tick(START_MS + 10 * DAY_MS - 1)
    assert arena.events_of(StaffAlerted) == [StaffAlerted(START_MS + 2 * DAY_MS)]
    assert arena.tournament.is_running
    arena.tick(START_MS + 10 * DAY_MS)
    assert arena.tournament.is_cancelled


@rule("TAMB-47", "TYP-02")
def test_a_house_may_offer_one_size_of_sit_and_go() -> None:
    switch = "[TAMB-47] sng_seats = [2]"
    house("sit-and-go-2", switch)
    with pytest.raises(InvalidFile, match="a Sit & Go has 2 seats"):
        house("sit-and-go-5", switch, seats=5)


@rule("TYP-01", "TAMB-05")
def test_a_house_has_its_own_words_for_the_lobby() -> None:
    arena = house("guaranteed", '[TYP-01] guaranteed_filter = "GTD"')
    assert info_of(arena.definition, arena.terms.rules, starts_ms=1).search_words == ("GTD",)
    arena = house("extreme", '[TAMB-05] search_aliases = ["turbo"]')
    assert info_of(arena.definition, arena.terms.rules, starts_ms=None).search_words == ("turbo",)
