"""Tournaments as files: what they inherit, what they may say, how a mistake is named."""

from importlib.resources import files

import pytest

from cardroom.errors import InvalidFile
from cardroom.ledger.tournaments import Price
from cardroom.rulebook import edition, house_rules
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.file import read_definition
from tests.rule import rule
from tests.tournament.arena import Arena, freezeout

FORMATS = files("cardroom.tournament") / "formats"
NAMES = sorted(file.name for file in FORMATS.iterdir() if file.name.endswith(".toml"))
ONLINE = ("en-2.2", "fr-2.2", "en-2.7", "nl-3.0")

PLAIN = """\
name = "Plain"
edition = "en-2.7"
kind = "scheduled"
price_cents = 1_000
starting_stack = 5_000
[blinds]
level_s = 600
"""


def written(name: str) -> str:
    return (FORMATS / name).read_text(encoding="utf-8")


def example(name: str, **changes: object) -> Definition:
    return read_definition(written(name), name, changes=changes)


def refusal(text: str) -> str:
    with pytest.raises(InvalidFile) as caught:
        read_definition(text, "my.toml")
    return str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_every_example_is_a_tournament(name: str) -> None:
    assert example(name).name


@rule("TRN-09", "TRN-11", "TRN-12", "TRN-15", "TAMB-33", "TAMB-46", "TAMB-47", "TAMB-65")
@pytest.mark.parametrize("name", ONLINE)
def test_what_a_file_leaves_open_comes_from_its_edition(name: str) -> None:
    plain = read_definition(PLAIN, "my.toml", changes={"edition": name})
    said = plain.registration
    assert (said.late_levels, said.max_entries, said.minimum_entries) == (4, 1, 2)
    assert said.unregistration_closes_s == 300
    assert (plain.seats, plain.game, plain.breaks) == (6, "nl-holdem", True)
    assert plain.hand_for_hand_places == 1


@rule("TRN-01", "TAMB-93")
def test_a_tournament_without_an_edition_is_refused() -> None:
    text = PLAIN.replace('edition = "en-2.7"\n', "")
    assert refusal(text) == (
        "my.toml: edition: missing; every tournament names its edition: "
        "en-2.2, fr-2.2, en-2.7, nl-3.0"
    )


@rule("TAMB-93", "TYP-09", "TYP-12")
@pytest.mark.parametrize(
    ("name", "key"),
    [("bounty.toml", "bounty"), ("vip.toml", "bounty"), ("phased.toml", "phased")],
)
def test_types_missing_in_an_edition_cannot_be_created_under_it(name: str, key: str) -> None:
    with pytest.raises(InvalidFile, match=rf"{key}: en-2\.2 has no .* \(TAMB-93\)"):
        example(name, edition="en-2.2")


@rule("TAMB-93", "HXT-01")
def test_an_edition_without_extreme_offers_none() -> None:
    with pytest.raises(InvalidFile, match=r"kind: en-2\.2 does not offer it; it has hexapro"):
        example("extreme.toml", edition="en-2.2")


@rule("HEX-02", "TAMB-02")
def test_highrollers_have_their_own_buy_ins() -> None:
    assert example("highroller.toml", price_cents=2_500).price_cents == 2_500
    with pytest.raises(InvalidFile, match=r"not a buy-in of nl-3\.0; it has 25\.00"):
        example("highroller.toml", price_cents=1_000)
    with pytest.raises(InvalidFile, match=r"price_cents: \d+\.\d\d is not a buy-in"):
        example("hexapro.toml", edition="nl-3.0", price_cents=2_500)
    assert example("hexapro.toml", edition="en-2.7", price_cents=2_500).price_cents == 2_500


@rule("HXT-03")
def test_example_buy_ins_do_not_exclude_others() -> None:
    assert example("extreme.toml", edition="fr-2.2", price_cents=50).price_cents == 50
    with pytest.raises(InvalidFile, match=r"not a buy-in of nl-3\.0"):
        example("extreme.toml", edition="nl-3.0", price_cents=300)


@rule("TAMB-97", "HEX-01")
def test_hexapro_is_texas_holdem_and_nothing_else() -> None:
    with pytest.raises(InvalidFile, match=r"game: HexaPro is always Texas Hold'em \(TAMB-97\)"):
        example("hexapro.toml", game="pl-omaha")
    with pytest.raises(InvalidFile, match="line 6: rebuy: HexaPro is played as its edition says"):
        read_definition(f"{written('hexapro.toml')}[rebuy]\n", "my.toml")


@rule("TYP-02", "PRZ-02", "PRZ-03", "TAMB-47")
def test_sit_and_gos_have_two_or_five_seats_and_the_fee_of_their_edition() -> None:
    fees = {name: example("sit-and-go-2.toml", edition=name).fee_cents for name in ONLINE}
    assert fees == {"en-2.2": 30, "fr-2.2": 30, "en-2.7": 30, "nl-3.0": 40}
    assert example("sit-and-go-5.toml").fee_cents == 50
    assert example("sit-and-go-5.toml").registration.minimum_entries == 5
    with pytest.raises(InvalidFile, match=r"seats: a Sit & Go has 5 or 2 seats \(TAMB-47\)"):
        example("sit-and-go-5.toml", seats=6)


@rule("TAMB-20", "PRZ-02")
def test_a_five_handed_sit_and_go_for_100_is_only_in_the_edition_that_prints_it() -> None:
    assert example("sit-and-go-5.toml", edition="en-2.2", price_cents=10_000).fee_cents == 300
    with pytest.raises(InvalidFile, match=r"en-2\.7 offers Sit & Gos of this size up to 25\.00"):
        example("sit-and-go-5.toml", edition="en-2.7", price_cents=10_000)


@rule("TYP-07", "TAMB-44", "TAMB-77", "THC-05")
def test_a_picked_price_buys_its_share_of_chips() -> None:
    multi = example("multi-buy-in.toml")
    assert (multi.stack_for(1_250), multi.entry_price(1_250)) == (2_500, Price(1_125, 0, 125))
    assert (multi.stack_for(777), multi.entry_price(777)) == (1_554, Price(699, 0, 78))
    odd = example("multi-buy-in.toml", starting_stack=999)
    assert odd.stack_for(777) == 1_552, "999 x 777 / 500 is 1,552.4, rounded down"
    assert (multi.price_cents, multi.price_max) == (500, 2_000)


@rule("TAMB-71", "TYP-09", "PRZ-04")
def test_half_of_the_contribution_is_the_bounty_and_the_odd_cent_goes_to_the_pool() -> None:
    bounty = example("bounty.toml")
    assert bounty.entry_price(1_000) == Price(450, 450, 100)
    assert example("bounty.toml", price_cents=101).entry_price(101) == Price(46, 45, 10)


@rule("TAMB-44", "TAMB-69")
def test_later_purchases_pay_the_rate_of_the_entry() -> None:
    rebuy = example("rebuy.toml")
    assert rebuy.entry_price(300) == Price(270, 0, 30)
    assert rebuy.addon_price() == Price(270, 0, 30)
    own = example("satellite.toml")
    assert own.entry_price(550) == Price(500, 0, 50)
    assert own.entry_price(1_100).fee == 100
    assert example("freezeout.toml", fee_percent=8).entry_price(1_250).fee == 100


@rule("TYP-06", "PRZ-06", "TYP-08")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("price_cents = 100", "line 13: price_cents: a freeroll costs nothing (PRZ-06)"),
        ("[rebuy]", "line 13: rebuy: a freeroll sells nothing (TYP-06)"),
        ("[bounty]", "line 13: bounty: a freeroll has no buy-in to take it from (TYP-09)"),
    ],
)
def test_a_freeroll_costs_nothing_and_sells_nothing(line: str, said: str) -> None:
    lines = written("freeroll.toml").splitlines()
    where = len(lines) if line.startswith("[") else 4
    text = "\n".join([*lines[:where], line, *lines[where:]])
    expected = said.replace("13", str(where + 1))
    assert refusal(text) == f"my.toml, {expected}"


@rule("TAMB-78", "PRZ-06")
def test_a_freeroll_asks_only_what_a_room_knows_of_a_player() -> None:
    text = written("freeroll.toml").replace('"hands_this_week"', '"hands_this_weak"')
    assert refusal(text) == (
        "my.toml, line 14: [freeroll] conditions, row 2, fact: no room knows this of a player, "
        "only deposits, hands, hands_this_week, tournaments (TAMB-78)"
    )


@rule("TYP-04")
def test_a_tier_costs_less_than_the_one_above() -> None:
    assert "must be above the price of the satellite, 5500 (TYP-04)" in refusal(
        written("satellite.toml").replace("price_cents = 550\n", "price_cents = 5_500\n")
    )


@rule("TTB-01")
def test_a_time_bank_of_its_own_only_where_the_edition_lets_one() -> None:
    own = f"{PLAIN}[timebank]\nfirst_ms = 20_000\n"
    bank = read_definition(own, "my.toml").timebank
    assert bank is not None
    assert (bank.first_ms, bank.cap_ms) == (20_000, 30_000)
    assert refusal(own.replace("en-2.7", "en-2.2")).endswith("en-2.2 fixes it for all (TTB-01)")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("price_cents = 1_000", 'price_cents = "ten"', "line 4: price_cents: must be a whole num"),
        ("price_cents", "prize_cents", "line 4: prize_cents: unknown key; did you mean price_c"),
        ("price_cents = 1_000", "", "my.toml: price_cents: missing"),
        ("en-2.7", "en-2.8", "line 2: edition: 'en-2.8' is not one of"),
        ('"en-2.7"', "27", "line 2: edition: must be text in quotes, not 27"),
        ('"scheduled"', '"schedule"', "line 3: kind: 'schedule' is not one of scheduled"),
        ("level_s = 600", "level_s = 0", "line 7: [blinds] level_s: must be at least 1, not 0"),
        ("level_s = 600", "", "line 6: [blinds] level_s: missing"),
        ("[blinds]\nlevel_s = 600", "blinds = 3", "line 6: blinds: must be a table [blinds], no"),
        ("= 600", "= 600\nlevels = [{small=10, big=20},\n{small=10, bog=2}]", "levels, row 2, bog"),
        (
            "= 600",
            "= 600\nlevels = [{small=10, big=20},\n{small=10, big=9}]",
            "line 9: [blinds] le",
        ),
        ("= 600", "= 600\nlevels = [{small=9, big=20},\n{small=5, big=9}]", "is below the level"),
        ("= 600", "= 600\n[addon]", "line 8: addon: comes after the re-buy window"),
        ("= 600", "= 600\n[phased]\nfirst_phase_levels = 2", "line 8: phased: only where kind"),
        ('kind = "scheduled"', 'kind = "phased"', 'line 3: kind: "phased" needs the table'),
        ("= 600", "= 600\n[registration]\nmax_entries = 2\nlate_levels = 0", "re-entry needs late"),
        (
            "= 600",
            "= 600\n[registration]\nentries_max = 5\nminimum_entries = 6",
            "is below minimum",
        ),
        ("= 1_000", "= 1_000\nfee_cents = 1_000", "line 5: fee_cents: must be less than the price"),
        ("= 1_000", "= 0", "line 4: price_cents: only a freeroll costs nothing"),
        ("= 600", "= 600\nname = [", "not valid TOML"),
    ],
)
def test_a_mistake_is_named_with_file_line_key_and_reason(old: str, new: str, said: str) -> None:
    message = refusal(PLAIN.replace(old, new, 1))
    assert message.startswith("my.toml")
    assert said in message


@rule("TRN-01")
def test_house_rules_may_be_the_edition_of_a_tournament() -> None:
    house = house_rules('inherits = "en-2.7"\n[TRN-09]\nlate_levels = 7\n', "club.toml")
    own = read_definition(PLAIN.replace("en-2.7", "club"), "my.toml", editions={"club": house}.get)
    assert own.registration.late_levels == 7
    with pytest.raises(InvalidFile, match="'live' has no tournaments"):
        read_definition(
            PLAIN.replace("en-2.7", "live"), "my.toml", editions=lambda _: edition("live")
        )


@rule("TAMB-45", "TRN-09", "TAMB-69", "TAMB-76")
@pytest.mark.parametrize(
    ("name", "section", "key"),
    [
        ("freezeout", "registration", "late_levels"),
        ("rebuy", "rebuy", "until_level"),
        ("phased", "phased", "first_phase_levels"),
    ],
)
def test_a_window_that_ends_with_a_level_nobody_listed_is_refused(
    name: str, section: str, key: str
) -> None:
    rows = [{"small": 10 * row, "big": 20 * row, "ante": 0} for row in (1, 2, 3)]
    changes = {"blinds": {"level_s": 60, "levels": rows}, "registration": {"late_levels": 1}}
    example(f"{name}.toml", **{**changes, section: {key: 3}})
    with pytest.raises(InvalidFile, match="only 3 levels are listed"):
        example(f"{name}.toml", **{**changes, section: {key: 4}})


@rule("TAMB-45", "TRN-09")
def test_late_registration_ends_with_the_last_listed_level_although_that_goes_on() -> None:
    rows = [{"small": 10 * row, "big": 20 * row, "ante": 0} for row in (1, 2)]
    arena = Arena(
        freezeout(blinds={"level_s": 60, "levels": rows}, registration={"late_levels": 2})
    )
    arena.enter(*range(1, 7))
    arena.start()
    arena.walk(1)
    arena.tick(arena.now_ms + 120_000)
    assert not arena.tournament.desk.registration_open
    assert arena.tournament.payouts.structure is not None
    assert arena.tournament.terms.level(arena.tournament.level).big == 40
