"""The switches of the tournament part: every ruling has one, and editions differ as printed."""

from importlib.resources import files
from itertools import combinations

import msgspec
import pytest

from cardroom.rulebook import Edition, edition, rule_fields
from cardroom.rulebook.texts import rule_texts
from cardroom.rulebook.tournament import TournamentRules
from tests.rulebook.tournament_catalogue import tables_in
from tests.rulebook.tournament_editions import ONLINE, tournament

TOURNAMENT = list(rule_fields(TournamentRules))

BANKS = {
    "[TTB-01] mtt_bank",
    "[TTB-01] sng_bank",
    "[TTB-01] hexapro_bank",
    "[TTB-01] hexapro_high_bank",
}
FROM_EN_2_7 = {
    "en-2.2": {
        "[PRZ-02] sng_five_handed",  # PRZ-02, TAMB-20: prices of 50 and 100
        "[PRZ-04] mtt_prices",  # PRZ-04: a table in place of the text
        "[TYP-09] offered",  # TYP-09 to TYP-11: bounties are not described
        "[TYP-12] offered",  # TYP-12, TYP-13: phased tournaments are absent
        "[HEX-05] payouts",  # HEX-05, TAMB-23: winner takes all up to 25x
        "[HXT-01] offered",  # HXT-01: Extreme is absent
        *BANKS,  # TTB-01, TTB-02, TAMB-30: one rule for all games
    },
    "fr-2.2": {
        "[TYP-01] guaranteed_filter",  # TYP-01: a lobby word for guaranteed tournaments
        "[TYP-11] vip_voided_by",  # TYP-11, TAMB-24: a re-entry, not a re-buy
        "[TYP-12] phase_word",  # TYP-12: a first phase is a flight
        "[CXL-04] freeroll_pool",  # CXL-04, TAMB-14: shared equally
        "[HXT-03] buy_ins_cents",  # HXT-03: two columns only
        "[HXT-03] buy_ins_are_examples",
    },
    "nl-3.0": {
        "[TYP-01] guaranteed_filter",  # TYP-01
        "[PRZ-03] sng_two_handed",  # PRZ-03: 4 % and 4.5 %
        "[TTB-01] sng_bank",  # TTB-01, TAMB-09: every 10th hand
        "[HEX-02] buy_ins_cents",  # HEX-02: Highrollers
        "[HEX-04] prizes",  # HEX-04: tables B and C
        "[HEX-04] rake_per_100000",
        "[HEX-05] payouts",  # HEX-05: 80 / 10 / 10 for Highrollers at 10x
        "[HEX-09] level_times",  # HEX-09: H2 and H3
    },
}

MATRIX = {
    "Bounty, phased types": {"[TYP-09] offered", "[TYP-12] offered", "[TYP-12] phase_word"},
    "HexaPro buy-ins (€)": {"[HEX-02] buy_ins_cents"},
    "HexaPro prize table": {"[HEX-04] prizes", "[HEX-04] rake_per_100000"},
    "HexaPro winner takes all up to": {"[HEX-05] payouts"},
    "HexaPro level times": {"[HEX-09] level_times"},
    "HexaPro Extreme": {
        "[HXT-01] offered",
        "[HXT-03] buy_ins_cents",
        "[HXT-03] buy_ins_are_examples",
    },
    "SNG 5-handed fee": {"[PRZ-02] sng_five_handed"},
    "SNG 2-handed fee": {"[PRZ-03] sng_two_handed"},
    "MTT fee": {"[PRZ-04] mtt_prices", "[PRZ-04] mtt_percent"},
    "Tournament time bank": {"[TTB-01] mtt_bank"},
    "SNG time bank": {"[TTB-01] sng_bank"},
    "§53 freeroll exception": {"[CXL-04] freeroll_pool"},
    "VIP bounty (where offered) void after": {"[TYP-11] vip_voided_by"},
}
DECIDED_ALIKE = {
    "§25-§51, §52-§55",
    "§52 last-use ticket clause",  # TAMB-87: applied in all editions
}


def differing(one: str, other: str) -> set[str]:
    """The switches of the tournament part that two editions set differently."""
    first, second = tournament(one), tournament(other)
    return {found.key for found in TOURNAMENT if found.value(first) != found.value(second)}


def matrix() -> dict[str, dict[str, str]]:
    """The catalogue's own list of differences, with references to other cells followed."""
    text = (files("cardroom.rulebook") / "catalogue" / "tournaments.md").read_text("utf-8")
    head, *rows = tables_in(text)[0]
    found = {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}
    for cells in found.values():
        for name, cell in cells.items():
            if cell == "same":
                cells[name] = cells["en-2.2"]
            elif cell.startswith("as "):
                cells[name] = cells[cell.removeprefix("as ")]
            elif "(blank)" in cell:  # TAMB-08
                cells[name] = cells["fr-2.2"]
    return found


def test_every_ruling_on_tournaments_has_a_switch() -> None:
    kept = {name for found in rule_fields(Edition) for name in found.rules}
    rulings = [name for name in rule_texts() if name.startswith("TAMB-")]
    assert len(rulings) == 35 + 63
    assert [name for name in rulings if name not in kept] == []


def test_every_switch_names_rules_of_the_catalogue_only() -> None:
    named = {name for found in TOURNAMENT for name in found.rules}
    assert named <= set(rule_texts())


def test_no_two_switches_have_the_same_table_and_key() -> None:
    keys = [found.key for found in rule_fields(Edition)]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("name", FROM_EN_2_7)
def test_editions_differ_from_en_2_7_in_what_the_catalogue_names_and_nothing_else(
    name: str,
) -> None:
    assert differing(name, "en-2.7") == FROM_EN_2_7[name]


def test_every_row_of_the_matrix_is_kept_by_switches_or_decided_alike() -> None:
    assert set(matrix()) == set(MATRIX) | DECIDED_ALIKE


@pytest.mark.parametrize(("one", "other"), list(combinations(ONLINE, 2)))
@pytest.mark.parametrize("row", MATRIX)
def test_two_editions_differ_where_the_rows_of_the_matrix_do(
    row: str, one: str, other: str
) -> None:
    cells = matrix()[row]
    assert bool(differing(one, other) & MATRIX[row]) == (cells[one] != cells[other])


def test_the_live_rules_have_no_online_tournaments() -> None:
    assert edition("live").tournament is None


@pytest.mark.parametrize("name", ONLINE)
def test_the_tournament_part_is_frozen(name: str) -> None:
    rules = tournament(name)
    with pytest.raises(AttributeError):
        rules.seating.seats = 9  # type: ignore[misc]
    assert isinstance(hash(rules), int)
    assert msgspec.json.decode(msgspec.json.encode(rules), type=TournamentRules) == rules
