"""Re-buys and add-ons: the window, the stack, the offer, the pause."""

import pytest

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId, TournamentId
from cardroom.ledger.tournaments import Price, TournamentMoney
from cardroom.rulebook import house_rules
from cardroom.tournament.definition.examples import text_of
from cardroom.tournament.definition.file import read_definition
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.desk_events import ChipsBought, RebuyDropped
from cardroom.tournament.events import KnockedOut
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.journal import Journal
from tests.rule import rule
from tests.tournament.arena import Arena
from tests.tournament.desks import ANN, DEPOSIT, START_MS, Scene, example


def scene(**changes: object) -> tuple[Scene, EntryId]:
    made = Scene(example("rebuy", **changes))
    made.fund(ANN)
    entry = made.register(ANN)
    made.started = True
    return made, entry


@rule("TYP-08", "TAMB-69", "THC-38")
def test_a_starting_stack_may_re_buy_and_one_chip_more_may_not() -> None:
    made, entry = scene()
    assert made.desk.rebuy(entry, START_MS, stack=1_500, in_hand=False) == 1_500
    with pytest.raises(EntryRefused, match=r"stack above starting stack \(TAMB-69\): to 1500"):
        made.desk.rebuy(entry, START_MS, stack=1_501, in_hand=False)
    made.take_step()
    assert made.cash(ANN) == DEPOSIT - 600
    assert made.pools() == (540, 0, 60)
    assert (made.desk.count, made.desk.pool, made.desk.entries[entry].fees) == (1, 540, 60)


@rule("TAMB-69", "THC-38")
def test_a_re_buy_asked_for_in_a_hand_is_dropped_when_the_stack_has_grown() -> None:
    made, entry = scene()
    assert made.desk.rebuy(entry, START_MS, stack=1_200, in_hand=True) == 0
    assert list(made.desk.asked) == [entry]
    with pytest.raises(EntryRefused, match="already asked"):
        made.desk.rebuy(entry, START_MS, stack=1_200, in_hand=True)
    assert made.desk.asked_rebuy(entry, START_MS, stack=2_600) == 0
    assert made.events[-1] == RebuyDropped(entry)
    assert made.cash(ANN) == DEPOSIT - 300


@rule("TAMB-69")
def test_a_re_buy_asked_for_in_a_hand_is_bought_after_it() -> None:
    made, entry = scene()
    made.desk.rebuy(entry, START_MS, stack=1_200, in_hand=True)
    assert made.desk.asked_rebuy(entry, START_MS, stack=700) == 1_500
    assert not made.desk.asked
    assert made.events[-1] == ChipsBought(entry, "rebuy", Price(270, 0, 30), 1_500, 2, START_MS)


@rule("TAMB-69", "THC-38")
def test_who_is_broke_in_a_hand_of_the_window_is_offered_a_re_buy_although_it_has_closed() -> None:
    made, entry = scene()
    assert made.desk.rebuy_offer(entry, 3)
    assert not made.desk.rebuy_offer(entry, 4)
    made.desk.close_rebuys(START_MS)
    assert made.desk.rebuy_offer(entry, 3)
    made.desk.offer_rebuy(entry, START_MS + 15_000)
    assert made.desk.offers == {entry: START_MS + 15_000}
    assert made.desk.rebuy(entry, START_MS + 14_000, stack=0, in_hand=False) == 1_500
    assert not made.desk.offers
    with pytest.raises(EntryRefused, match="rebuys are closed"):
        made.desk.rebuy(entry, START_MS + 14_000, stack=10, in_hand=False)


@rule("TAMB-69")
def test_an_offer_may_be_declined_once() -> None:
    made, entry = scene()
    made.desk.offer_rebuy(entry, START_MS + 15_000)
    made.desk.decline_rebuy(entry)
    with pytest.raises(EntryRefused, match="no rebuy offered"):
        made.desk.decline_rebuy(entry)


@rule("TAMB-69")
def test_re_buys_may_be_limited() -> None:
    made, entry = scene(rebuy={"rebuys_max": 1})
    made.desk.rebuy(entry, START_MS, stack=0, in_hand=False)
    made.take_step()
    with pytest.raises(EntryRefused, match=r"no rebuys left \(TAMB-69\): at_most 1"):
        made.desk.rebuy(entry, START_MS, stack=0, in_hand=False)
    assert not made.desk.rebuy_offer(entry, 1)


@rule("TAMB-69")
def test_one_add_on_in_the_pause_after_the_window_whatever_the_stack() -> None:
    made, entry = scene()
    with pytest.raises(EntryRefused, match="not the pause for add ons"):
        made.desk.add_on(entry, START_MS)
    made.desk.close_rebuys(START_MS)
    assert made.desk.add_on(entry, START_MS) == 3_000
    made.take_step()
    with pytest.raises(EntryRefused, match=r"no add ons left \(TAMB-69\): at_most 1"):
        made.desk.add_on(entry, START_MS)
    made.desk.close_purchases(START_MS)
    with pytest.raises(EntryRefused, match="not the pause for add ons"):
        made.desk.add_on(entry, START_MS)
    assert made.desk.entries[entry].addons == 1
    assert made.pools() == (540, 0, 60)
    assert made.desk.count == 1


@rule("TYP-03", "TYP-08")
def test_a_freezeout_sells_nothing() -> None:
    made = Scene(example("freezeout"))
    made.fund(ANN)
    entry = made.register(ANN)
    assert not made.desk.rebuy_offer(entry, 1)
    with pytest.raises(EntryRefused, match=r"no rebuys \(TYP-08\)"):
        made.desk.rebuy(entry, START_MS, stack=0, in_hand=False)
    with pytest.raises(EntryRefused, match=r"no add ons \(TYP-08\)"):
        made.desk.add_on(entry, START_MS)


@rule("TAMB-71", "TAMB-77")
def test_a_re_buy_costs_what_the_entry_cost_with_its_bounty() -> None:
    made = Scene(example("vip"))
    made.fund(ANN)
    entry = made.register(ANN)
    made.desk.rebuy(entry, START_MS, stack=0, in_hand=False)
    assert made.desk.entries[entry].bounty == 900
    multi = Scene(example("multi-buy-in", rebuy={}))
    multi.fund(ANN)
    entry = multi.register(ANN, price=1_250)
    assert multi.desk.rebuy(entry, START_MS, stack=2_500, in_hand=False) == 2_500
    assert multi.desk.pool == 2_250


def desk_of(name: str, rules: str, players: int) -> Desk:
    """A desk by house rules, where everybody has money."""
    house = house_rules(f'inherits = "en-2.7"\nname = "club"\n{rules}', "club.toml")
    definition = read_definition(
        text_of(name), name, changes={"edition": "club"}, editions={"club": house}.__getitem__
    )
    terms = terms_of(definition, house, starts_ms=START_MS)
    money = TournamentMoney(TournamentId(1), "EUR")
    desk = Desk(terms, definition, money, balance=lambda _: DEPOSIT, takes=lambda _: True)
    desk.bind(Journal())
    for player in range(1, players + 1):
        desk.register(PlayerId(player), START_MS, started=False)
    return desk


@rule("TAMB-70")
def test_a_house_may_count_people_instead_of_entries() -> None:
    desk = desk_of("reentry", "[TAMB-70]\nreentry_counts_as_entry = false", 2)
    desk.journal.record(KnockedOut(EntryId(1), TableNumber(1), 0, "busted", START_MS))
    desk.register(ANN, START_MS, started=True)
    assert (len(desk.entries), desk.count) == (3, 2)


@rule("TAMB-69")
def test_a_house_may_count_purchases_as_entries() -> None:
    desk = desk_of("rebuy", "[TAMB-69]\npurchases_count_as_entries = true", 2)
    desk.rebuy(EntryId(1), START_MS, stack=0, in_hand=False)
    assert desk.count == 3


@rule("TAMB-71")
def test_an_add_on_carries_no_bounty_unless_the_house_says_so() -> None:
    own = {"bounty": {}, "price_cents": 1_000}
    assert example("rebuy", **own).addon_price() == Price(900, 0, 100)
    own["bounty"] = {"on_addons": True}
    assert example("rebuy", **own).addon_price() == Price(450, 450, 100)


@rule("TAMB-46", "TAMB-69")
def test_a_re_buy_asked_for_in_a_hand_is_dropped_when_nothing_is_sold_any_more() -> None:
    made, entry = scene()
    made.desk.rebuy(entry, START_MS, stack=1_200, in_hand=True)
    made.desk.close_purchases(START_MS)
    assert made.desk.asked_rebuy(entry, START_MS, stack=700) == 0
    assert made.events[-1] == RebuyDropped(entry)
    assert made.cash(ANN) == DEPOSIT - 300


@rule("TAMB-69", "TAMB-97")
def test_a_re_buy_asked_for_in_a_hand_that_is_rolled_back_after_the_window_is_still_bought() -> (
    None
):
    """Three levels of five minutes, no add-on: purchases end with the last hand of the window."""
    arena = Arena(example("vip"))
    arena.enter(*range(1, 5))
    arena.start()
    arena.walk(1)
    arena.tick(START_MS + 899_000)
    arena.deal(1)
    asking = arena.at(1)[0]
    arena.tournament.rebuy(asking.player, arena.now_ms)
    arena.tick(START_MS + 900_000)
    assert not arena.tournament.desk.rebuys_open
    arena.tournament.roll_back(TableNumber(1), "crash", arena.now_ms)
    assert arena.tournament.desk.purchases_open
    arena.walk(1)
    assert len(arena.events_of(ChipsBought)) == 1
    assert not arena.tournament.desk.purchases_open
