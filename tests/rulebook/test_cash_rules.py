"""Stakes and what follows from them: names, seats, buy-ins, caps, rows of the ratholing table."""

import msgspec
import pytest

from cardroom.rulebook.cash import CashRules, Stake, StakeKey, problems
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE, altered, cash

ALL_ONLINE = pytest.mark.parametrize("name", ONLINE)
BANZAI_OMAHA = ("AMB-07", "open_games", ["nl-holdem", "pl-omaha"])


def stake(name: str, *key: object) -> Stake:
    found = cash(name).stake(StakeKey(*key))  # type: ignore[arg-type]
    assert found is not None
    return found


@rule("AMB-01")
@ALL_ONLINE
def test_the_number_in_a_stakes_name_is_its_largest_buy_in_in_euros(name: str) -> None:
    for offered in cash(name).stakes:
        assert int(offered.name[2:]) * 100 == offered.max_buy_in, offered


@rule("AMB-01")
@ALL_ONLINE
def test_a_stake_is_found_by_game_format_and_blinds_never_by_its_name(name: str) -> None:
    stakes = cash(name).stakes
    assert len({offered.key for offered in stakes}) == len(stakes)
    assert [cash(name).stake(offered.key) for offered in stakes] == list(stakes)
    assert cash(name).stake(StakeKey("nl-holdem", "ordinary", 15, 25)) is None


@rule("AMB-02", "AMB-03", "CASH-19")
@pytest.mark.parametrize("name", ["en-2.7", "fr-2.2", "nl-3.0"])
def test_deepstack_and_shortstack_are_the_rows_whose_names_do_not_fit_the_blinds(name: str) -> None:
    deep = stake(name, "nl-holdem", "deepstack", 5, 10)
    assert (deep.name, deep.min_buy_in, deep.max_buy_in) == ("NL100", 50_00, 100_00)
    assert stake(name, "nl-holdem", "ordinary", 5, 10).rake_cap == 1_00
    short = stake(name, "pl-omaha", "shortstack", 25, 50)
    assert (short.name, short.min_buy_in, short.max_buy_in) == ("PL10", 5_00, 10_00)
    assert (short.rake_permille, short.rake_cap) == (30, 1_50)
    assert stake(name, "pl-omaha", "ordinary", 25, 50).rake_cap == 3_00
    unusual = [offered for offered in cash(name).stakes if offered.format.endswith("stack")]
    assert unusual == [deep, short]


@rule("CASH-19")
def test_the_oldest_edition_offers_neither_deepstack_nor_shortstack() -> None:
    formats = {offered.format for offered in cash("en-2.2").stakes}
    assert formats == {"ordinary", "banzai"} == set(cash("en-2.2").offer.formats)
    assert {offered.game for offered in cash("en-2.2").stakes} == {"nl-holdem", "pl-omaha"}


@rule("CASH-05", "BANZ-05", "AMB-19")
@ALL_ONLINE
def test_tables_seat_six_and_banzai_five_except_in_the_oldest_edition(name: str) -> None:
    for offered in cash(name).stakes:
        small = offered.format == "banzai" and name != "en-2.2"
        assert offered.seats == (5 if small else 6)


@rule("AMB-05")
def test_the_ceiling_of_en_2_7_bites_in_one_row_only() -> None:
    rules = cash("en-2.7")
    free = msgspec.structs.replace(rules.rake, short_handed_ceilings=())
    bitten = {
        offered.name: (
            free.short_handed_cap(offered.rake_cap, offered.big_blind),
            offered.short_handed_cap,
        )
        for offered in rules.stakes
        if offered.short_handed_cap != free.short_handed_cap(offered.rake_cap, offered.big_blind)
    }
    assert bitten == {"NL1": (1_50, 1_00)}
    for name in set(ONLINE) - {"en-2.7"}:
        assert cash(name).rake.short_handed_ceilings == ()


def test_half_a_cap_is_cut_down_to_whole_cents_unless_the_house_rounds_up() -> None:
    assert cash("fr-2.2").rake.short_handed_cap(25, 10) == 12
    rounding_up = altered(cash("fr-2.2"), "AMB-54", "short_handed_cap_rounding", "up")
    assert rounding_up.rake.short_handed_cap(25, 10) == 13


def test_a_big_blind_below_every_ceiling_has_none() -> None:
    assert cash("en-2.7").rake.short_handed_cap(300, 2) == 150


@pytest.mark.parametrize(("dealt_in", "short"), [(2, True), (3, True), (4, False), (6, False)])
def test_two_or_three_dealt_in_are_short_handed(dealt_in: int, short: bool) -> None:
    assert cash("en-2.7").rake.is_short_handed(dealt_in) is short


@rule("AMB-07")
@pytest.mark.parametrize("name", ["en-2.2", "en-2.7", "fr-2.2"])
def test_banzai_omaha_is_dealt_only_where_the_house_opens_it(name: str) -> None:
    assert not [found for found in banzai(cash(name)) if found.game == "pl-omaha"]
    opened = altered(cash(name), *BANZAI_OMAHA)
    assert not list(problems(opened))
    omaha = [found for found in banzai(opened) if found.game == "pl-omaha"]
    holdem = [found for found in banzai(opened) if found.game == "nl-holdem"]
    assert [found.name for found in omaha] == [f"PL{found.name[2:]}" for found in holdem]
    for one, other in zip(omaha, holdem, strict=True):
        renamed = msgspec.structs.replace(one, game=other.game, name=other.name)
        assert renamed == other
        assert one.min_buy_in == one.max_buy_in == 10 * one.big_blind


@rule("AMB-07")
def test_banzai_omaha_is_never_dealt_under_the_dutch_edition() -> None:
    opened = altered(cash("nl-3.0"), *BANZAI_OMAHA)
    found = [(rule_id, key) for rule_id, key, _ in problems(opened)]
    assert found == [("AMB-07", "open_games")]


def banzai(rules: CashRules) -> list[Stake]:
    return [offered for offered in rules.stakes if offered.format == "banzai"]


def test_a_format_that_the_house_does_not_offer_has_no_stakes() -> None:
    rules = altered(cash("en-2.7"), "CASH-19", "formats", ["shortstack", "banzai"])
    assert [offered.name for offered in rules.stakes] == ["PL10", "NL1", "NL5", "NL20", "NL50"]
    without_omaha = altered(rules, "CASH-19", "games", ["nl-holdem"])
    assert [offered.name for offered in without_omaha.stakes] == ["NL1", "NL5", "NL20", "NL50"]


@rule("RAT-02")
@pytest.mark.parametrize(
    ("last_stack", "counter", "expected"),
    [
        (7_35, 0, (7_35, 10_00)),
        (5_00, 0, (5_00, 10_00)),
        (5_01, 9, (5_01, 10_00)),
        (9_99, 9, (9_99, 10_00)),
        (12_40, 2, (10_00, 12_40)),
        (12_40, 4, (10_00, 12_40)),
        (12_40, 5, (12_40, 12_40)),
        (10_00, 0, (10_00, 10_00)),
        (10_00, 5, (10_00, 10_00)),
        (0, 5, (5_00, 10_00)),
    ],
)
def test_a_player_who_comes_back_brings_what_the_ratholing_row_says(
    last_stack: int, counter: int, expected: tuple[int, int]
) -> None:
    for name in ONLINE:
        for same_table in (True, False):
            row = cash(name).rejoining.row(
                same_table=same_table, last_stack=last_stack, counter=counter, big_blind=10
            )
            ruled = same_table and name != "en-2.2"
            assert row.range(last_stack, 10) == (expected if ruled else (5_00, 10_00))


@pytest.mark.parametrize(
    ("name", "newcomers", "returners"),
    [
        ("en-2.2", ("nl-holdem",), ("pl-omaha",)),
        ("fr-2.2", ("nl-holdem", "pl-omaha"), ()),
        ("en-2.7", ("nl-holdem", "pl-omaha"), ()),
        ("nl-3.0", ("nl-holdem", "pl-omaha"), ("nl-holdem",)),
    ],
)
def test_who_may_post_and_who_must_wait_is_said_per_game(
    name: str, newcomers: tuple[str, ...], returners: tuple[str, ...]
) -> None:
    assert cash(name).entry.newcomer_may_post == newcomers
    assert cash(name).entry.missed_blind_must_wait == returners


@pytest.mark.parametrize(
    ("name", "limit", "scope", "top_up", "resets", "auto"),
    [
        ("en-2.2", 2, "stake", "exact", 0, False),
        ("fr-2.2", 4, "stake", "exact", 5, False),
        ("en-2.7", 4, "stake", "exact", 5, True),
        ("nl-3.0", 4, "all_stakes", "up_to", 5, True),
    ],
)
def test_banzai_limits_resets_and_top_ups_per_edition(
    name: str, limit: int, scope: str, top_up: str, resets: int, auto: bool
) -> None:
    rules = cash(name)
    assert (rules.banzai.table_limit, rules.banzai.table_limit_scope) == (limit, scope)
    assert (rules.banzai.top_up, rules.banzai.resets_per_day) == (top_up, resets)
    assert rules.banzai.auto_top_up_is_all_or_nothing is (top_up == "exact")
    assert rules.buy_in.auto_top_up is auto


@rule("FAIR-06")
def test_the_clause_about_cheating_systems_stands_in_two_editions() -> None:
    clauses = {name: cash(name).conduct.cheating_systems_clause for name in ONLINE}
    assert clauses == {
        "en-2.2": "none",
        "fr-2.2": "none",
        "en-2.7": "able_to_defeat_the_software",
        "nl-3.0": "unfair_advantage",
    }
    assert [name for name in ONLINE if cash(name).conduct.video_requests] == ["en-2.7", "nl-3.0"]
