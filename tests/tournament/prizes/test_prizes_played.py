"""What players have in their accounts when a tournament is over: the hard cases, to the cent."""

import pytest

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId
from cardroom.tournament.definition import Definition
from cardroom.tournament.events import HandDealt, StructureFixed
from cardroom.tournament.ids import EntryId, TableNumber
from tests.rule import rule
from tests.tournament.arena import EDITIONS, Arena, freezeout, house
from tests.tournament.desks import START_MS, example
from tests.tournament.euros import cents

NO_LATE = {"late_levels": 0}


def paid(definition: Definition, entries: int, price: int = 10_00) -> list[int]:
    """Play it to the end: what every place was paid, first place first."""
    arena = Arena(definition)
    arena.enter(*range(1, entries + 1))
    arena.start()
    arena.play_down_to(1)
    by_place = sorted(arena.tournament.places, key=arena.tournament.places.__getitem__)
    assert len(by_place) == entries
    return [arena.won(entry) + price for entry in by_place]


@rule("THC-01", "PRZ-05", "TAMB-41", "TAMB-42", "TRN-22")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_a_hundred_entries_at_tables_of_six(edition_name: str) -> None:
    wanted = cents("239.61 124.27 85.84 66.63 55.10 47.42 3*38.12 3*30.07 3*25.52")
    assert sum(wanted) == 900_00
    assert paid(freezeout(edition_name), 100) == wanted + [0] * 85


@rule("THC-02", "TAMB-41", "TAMB-42")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_eleven_entries_and_ten(edition_name: str) -> None:
    assert paid(freezeout(edition_name), 11) == [*cents("48.28 28.63 22.09"), *[0] * 8]
    assert paid(freezeout(edition_name), 10) == [*cents("57.00 33.00"), *[0] * 8]


@rule("THC-03", "PRZ-02", "PRZ-03", "TAMB-43")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_sit_and_gos_pay_the_pool_of_their_edition(edition_name: str) -> None:
    five = example("sit-and-go-5", edition=edition_name, price_cents=10_00)
    assert paid(five, 5) == [30_88, 16_62, 0, 0, 0]
    dutch = edition_name == "nl-3.0"
    for price, pool in ((50_00, 95_50 if dutch else 97_00), (25_00, 48_00 if dutch else 48_50)):
        two = example("sit-and-go-2", edition=edition_name, price_cents=price)
        assert paid(two, 2, price) == [pool, 0]


@rule("THC-04", "TYP-01", "TAMB-66")
@pytest.mark.parametrize(("entries", "overlay"), [(100, 100_00), (112, 0)])
def test_the_house_fills_a_guaranteed_pool_up_and_never_takes_from_it(
    entries: int, overlay: int
) -> None:
    arena = Arena(example("guaranteed", registration=NO_LATE))
    arena.enter(*range(1, entries + 1))
    arena.start()
    (fixed,) = arena.events_of(StructureFixed)
    assert isinstance(fixed, StructureFixed)
    assert (fixed.overlay, fixed.pool) == (overlay, entries * 9_00 + overlay)
    if overlay:
        wanted = "266.25 138.08 95.38 74.04 61.23 52.69 3*42.35 3*33.41 3*28.35"
        assert [award.cents for award in fixed.awards] == cents(wanted)
        assert fixed.pool == 1_000_00


@rule("TAMB-12", "TYP-02", "TYP-03")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_a_sit_and_go_is_a_freezeout(edition_name: str) -> None:
    arena = Arena(example("sit-and-go-5", edition=edition_name))
    arena.enter(1, 2, 3, 4, 5)
    arena.start()
    with pytest.raises(EntryRefused, match=r"no rebuys \(TYP-08\)"):
        arena.tournament.rebuy(PlayerId(1), arena.now_ms)
    loser, winner = arena.at(1)[:2]
    arena.shove(1, winner.entry, loser.entry)
    assert arena.tournament.left == 4, "no chips is out"


@rule("TAMB-75", "TRN-19", "TAMB-26")
def test_identical_prizes_pay_everybody_left_the_own_bounty() -> None:
    """Ten entries, two prizes of 22.50: with two left both have won, each with a bounty."""
    arena = house("bounty", "[TAMB-42] single_places_tables = 0", registration=NO_LATE)
    arena.enter(*range(1, 11))
    arena.start()
    arena.play_down_to(3)
    table = next(iter(arena.tournament.ready))
    winner, loser, other = (one.entry for one in arena.at(table))
    arena.give({winner: 20_000})
    before = {entry: arena.won(entry) for entry in (winner, other)}
    arena.shove(table, winner, loser)
    assert arena.tournament.ended == "identical_prizes"
    gained = [arena.won(entry) - before[entry] for entry in (winner, other)]
    assert gained == [22_50 + 4_50 + 4_50, 22_50 + 4_50]
    assert arena.ledger.balance(arena.tournament.desk.money.bounties) == 0


# HexaPro


def drawn(name: str, edition_name: str, price: int, number: int, seed: int = 1) -> Arena:
    """A game with a drawn pool whose draw is told."""
    arena = Arena(example(name, edition=edition_name, price_cents=price), seed=seed)
    arena.enter(1, 2, 3)
    chance = arena.chance.randrange
    arena.rand_below = lambda limit: number if limit == 100_000 else chance(limit)
    arena.start()
    return arena


@rule("THC-39", "THC-40", "HEX-05", "HEX-06", "TAMB-79", "TAMB-80", "TAMB-23")
@pytest.mark.parametrize(
    ("edition_name", "name", "price", "number", "wanted"),
    [
        ("en-2.2", "hexapro", 10_00, 6, [250_00, 0, 0]),
        ("en-2.7", "hexapro", 10_00, 105, [200_00, 30_00, 20_00]),
        ("fr-2.2", "hexapro", 10_00, 6, [200_00, 30_00, 20_00]),
        ("nl-3.0", "hexapro", 10_00, 6, [100_00, 0, 0]),
        ("nl-3.0", "highroller", 25_00, 3, [200_00, 25_00, 25_00]),
        ("nl-3.0", "highroller", 25_00, 4_003, [125_00, 0, 0]),
        ("nl-3.0", "highroller", 25_00, 2, [2_000_00, 300_00, 200_00]),
    ],
)
def test_a_drawn_pool_is_paid_as_the_edition_splits_it(
    edition_name: str, name: str, price: int, number: int, wanted: list[int]
) -> None:
    arena = drawn(name, edition_name, price, number)
    arena.play_down_to(2)
    (third,) = {EntryId(1), EntryId(2), EntryId(3)} - set(arena.tournament.stacks)
    assert arena.won(third) + price == wanted[2], "paid when out, not at the end"
    arena.play_down_to(1)
    by_place = sorted(arena.tournament.places, key=arena.tournament.places.__getitem__)
    assert [arena.won(entry) + price for entry in by_place] == wanted


@rule("THC-41", "HEX-05", "TRN-20", "TRN-21", "TAMB-80")
def test_a_double_knock_out_is_decided_by_stacks_and_among_equal_ones_by_chance() -> None:
    arena = drawn("hexapro", "en-2.7", 10_00, 1)
    a, b, c = arena.tournament.field.entrants
    arena.give({a: 700, b: 450, c: 350})
    arena.shove(1, a, b, c)
    assert [arena.won(entry) + 10_00 for entry in (a, b, c)] == [800_00, 120_00, 80_00]
    seen = set()
    for seed in range(12):
        arena = drawn("hexapro", "en-2.7", 10_00, 1, seed)
        a, b, c = arena.tournament.field.entrants
        arena.give({a: 700, b: 400, c: 400})
        arena.shove(1, a, b, c)
        seen.add(tuple(arena.won(entry) + 10_00 for entry in (a, b, c)))
    assert seen == {(800_00, 120_00, 80_00), (800_00, 80_00, 120_00)}


def blinds(arena: Arena) -> tuple[int, int, int]:
    """Small blind, big blind and ante of a hand that is dealt now."""
    arena.walk(1)
    dealt = arena.events_of(HandDealt)[-1]
    assert isinstance(dealt, HandDealt)
    level = arena.tournament.terms.level(dealt.level)
    return level.small, level.big, level.ante


@rule("THC-43", "HEX-08", "HEX-09", "TAMB-01", "TAMB-45")
@pytest.mark.parametrize(
    ("edition_name", "name", "price", "number", "minutes"),
    [
        ("nl-3.0", "hexapro", 5_00, 5_506, 3),
        ("nl-3.0", "highroller", 25_00, 6_503, 2),
        ("en-2.7", "hexapro", 10_00, 43_706, 1),
    ],
)
def test_levels_last_as_the_multiplier_says_and_the_last_one_goes_on(
    edition_name: str, name: str, price: int, number: int, minutes: int
) -> None:
    arena = drawn(name, edition_name, price, number)
    arena.give(dict.fromkeys(arena.tournament.stacks, 1_000_000))
    assert blinds(arena) == (10, 20, 0)
    arena.tick(START_MS + 60_000 * minutes - 1)
    assert blinds(arena) == (10, 20, 0)
    arena.tick(START_MS + 60_000 * minutes)
    assert blinds(arena) == (15, 30, 4)
    arena.tick(START_MS + 60_000 * 27 * minutes)
    assert (arena.tournament.level, blinds(arena)) == (28, (2_000, 4_000, 500))
    arena.tick(START_MS + 60_000 * 28 * minutes)
    assert (arena.tournament.level, blinds(arena)) == (28, (2_000, 4_000, 500))


@rule("HXT-05", "HXT-06", "HXT-01", "TAMB-03", "TAMB-04")
@pytest.mark.parametrize("edition_name", EDITIONS[1:])
@pytest.mark.parametrize(
    ("number", "stack", "minutes"),
    [
        (57_625, 100, 1),
        (15_853, 200, 1),
        (3_853, 200, 1),
        (303, 300, 2),
        (203, 300, 2),
        (1, 500, 3),
    ],
)
def test_an_extreme_game_has_the_stack_and_the_levels_of_its_multiplier(
    edition_name: str, number: int, stack: int, minutes: int
) -> None:
    arena = drawn("extreme", edition_name, 10_00, number)
    assert set(arena.tournament.stacks.values()) == {stack}
    arena.give(dict.fromkeys(arena.tournament.stacks, 1_000_000))
    assert blinds(arena) == (10, 20, 0)
    arena.tick(START_MS + 60_000 * 3 * minutes)
    assert blinds(arena) == (30, 60, 0), "level 4, no ante"
    arena.tick(START_MS + 60_000 * 40 * minutes)
    assert (arena.tournament.level, blinds(arena)) == (19, (700, 1_400, 0))


@rule("HEX-01", "HXT-01")
def test_a_game_with_a_drawn_pool_is_three_handed() -> None:
    for name in ("hexapro", "extreme"):
        arena = drawn(name, "en-2.7", 10_00, 99_999)
        assert len(arena.tournament.tables[TableNumber(1)].seats) == 3
