"""Every transcribed table of the tournament part, compared with the catalogue's own."""

import re

import pytest

from cardroom.rulebook.texts import rule_texts
from cardroom.rulebook.tournament import Blinds, HexaProGame, Timebank
from cardroom.rulebook.tournament.fees import PrintedFee
from tests.rule import rule
from tests.rulebook.tournament_catalogue import cents, multipliers, number, tables, tenths, whole
from tests.rulebook.tournament_editions import ONLINE, game, prize, tournament

PRIZE_TABLES = {
    "A": [game(name) for name in ("en-2.2", "en-2.7", "fr-2.2")],
    "B": [game("nl-3.0")],
    "C": [game("nl-3.0", "hexapro_highroller")],
}
EXTREME = {
    name: game(name, "hexapro_extreme") for name in ONLINE if tournament(name).extreme.offered
}


def printed_fee(price: str, parts: str) -> PrintedFee:
    """Read '9.50 + 0.50' beside its price, and see that the parts add up to it."""
    pool, fee = parts.split("+")
    assert cents(pool) + cents(fee) == cents(price)
    return PrintedFee(price_cents=cents(price), fee_cents=cents(fee))


@rule("PRZ-02", "TAMB-20")
@pytest.mark.parametrize("name", ONLINE)
def test_five_handed_sit_and_go_fees_are_those_of_the_catalogue(name: str) -> None:
    head, *rows = tables("PRZ-02")[0]
    first, column = head.index("en-2.2"), head.index(name)
    expected = []
    for row in rows:
        parts = row[first] if row[column] == "same" else row[column]
        if parts != "–":
            expected.append(printed_fee(row[0], parts))
            assert expected[-1].rate * 100 == number(row[-1])
    assert tournament(name).fees.sng_five_handed == tuple(expected)


@rule("PRZ-03")
@pytest.mark.parametrize("name", ONLINE)
def test_two_handed_sit_and_go_fees_are_those_of_the_catalogue(name: str) -> None:
    head, *rows = tables("PRZ-03")[0]
    column = next(index for index, cell in enumerate(head) if name in cell)
    expected = [printed_fee(row[0], row[column]) for row in rows]
    assert tournament(name).fees.sng_two_handed == tuple(expected)
    assert [fee.rate * 100 for fee in expected] == [number(row[column + 1]) for row in rows]


@pytest.mark.parametrize("name", ONLINE)
def test_multi_table_fees_are_those_of_the_catalogue(name: str) -> None:
    text = rule_texts()["PRZ-04"].text
    printed = re.findall(r"€(\d+) \(([\d.]+\+[\d.]+)\)", text)
    assert len(printed) == 6
    expected = [printed_fee(price, parts) for price, parts in printed]
    fees = tournament(name).fees
    assert fees.mtt_prices == (tuple(expected) if name == "en-2.2" else ())
    assert fees.mtt_percent == whole(text[text.index("usually 10 %") :])
    assert all(fee.rate * 100 == fees.mtt_percent for fee in expected)


def printed_banks(name: str) -> dict[str, Timebank]:
    """The rows of the time bank table that hold in one edition, by the game they name."""
    _, *rows = tables("TTB-01")[0]
    return {row[0]: printed_bank(row) for row in rows if name in row[1].split(", ")}


def printed_bank(row: list[str]) -> Timebank:
    added, every = number("0"), 1
    if found := re.match(r"(\d+) s every (\d+)th hand", row[3]):
        added, every = number(found[1]), whole(found[2])
    elif "per hand played" in row[3]:
        added = number(row[3])
    else:
        assert row[3] == "cell empty (TAMB-08)"
        added, every = number("5"), 10
    first = number(row[2]) * 1000
    return Timebank(
        first_ms=int(first),
        refill_ms=int(added * 1000),
        refill_every_hands=every,
        cap_ms=int(number(row[4]) * 1000),
        floor_ms=int(first) if "at least" in row[2] else 0,
        per_tournament="override" in row[2],
    )


@rule("TTB-01", "AMB-08", "TAMB-08", "TAMB-09", "TAMB-30")
@pytest.mark.parametrize("name", ONLINE)
def test_time_banks_are_those_of_the_catalogue(name: str) -> None:
    printed = printed_banks(name)
    timing = tournament(name).timing
    kept = {
        "Tournament (MTT)": timing.mtt_bank,
        "SNG": timing.sng_bank,
        "HexaPro, multiplier < 25x": timing.hexapro_bank,
        "HexaPro, multiplier ≥ 25x": timing.hexapro_high_bank,
    }
    assert kept == (dict.fromkeys(kept, printed["all"]) if "all" in printed else printed)
    assert timing.hexapro_high_from_tenths == 250


def compare_prizes(head: list[str], rows: list[list[str]], kept: HexaProGame) -> None:
    """Compare multipliers, probabilities, every cell in euros and every draw range."""
    columns = [index for index, cell in enumerate(head) if cell.startswith("€")]
    assert [cents(head[index]) for index in columns] == list(kept.buy_ins_cents)
    assert [tenths(row[0]) for row in rows] == [row.multiplier_tenths for row in kept.prizes]
    assert [whole(row[-2]) for row in rows] == [row.probability for row in kept.prizes]
    for row, drawn in zip(rows, kept.prizes, strict=True):
        for index in columns:
            assert cents(row[index]) == kept.pool(drawn, cents(head[index]))
        first, _, last = row[-1].partition("-")
        assert kept.draw(int(first)) == kept.draw(int(last or first)) == drawn


@rule("HEX-02", "HEX-04", "TAMB-02", "TAMB-07")
def test_hexapro_prize_tables_are_those_of_the_catalogue() -> None:
    printed = tables("HEX-04")[:3]
    for table, (head, *rows) in zip("ABC", printed, strict=True):
        for kept in PRIZE_TABLES[table]:
            compare_prizes(head, rows, kept)


@rule("HXT-03", "TAMB-34")
@pytest.mark.parametrize("name", EXTREME)
def test_the_extreme_prize_table_is_that_of_the_catalogue(name: str) -> None:
    head, *rows = tables("HXT-03")[0]
    if tournament(name).extreme.buy_ins_are_examples:
        shown = [i for i, cell in enumerate(head) if not cell.startswith("€") or cell in EXAMPLES]
        head, rows = [head[i] for i in shown], [[row[i] for i in shown] for row in rows]
    compare_prizes(head, rows, EXTREME[name])


EXAMPLES = re.findall(
    r"€\d+", rule_texts()["HXT-03"].text.partition("fr-2.2: columns")[2].partition("only")[0]
)


def test_only_the_french_edition_prints_two_of_the_extreme_buy_ins_as_examples() -> None:
    assert EXAMPLES == ["€1", "€10"]
    examples = [name for name in ONLINE if tournament(name).extreme.buy_ins_are_examples]
    assert examples == ["fr-2.2"]


@rule("HEX-05", "TAMB-23")
@pytest.mark.parametrize("name", ONLINE)
def test_hexapro_payouts_are_those_of_the_catalogue(name: str) -> None:
    for label, winner, other in tables("HEX-05")[0][1:]:
        if name not in label:
            continue
        kept = game(name, "hexapro_highroller" if "Highroller" in label else "hexapro")
        for row in kept.prizes:
            assert kept.percents(row) == expected_split(row.multiplier_tenths, winner, other)


def expected_split(multiplier: int, winner: str, other: str) -> tuple[int, ...]:
    """What the two cells of a row of HEX-05 say about one multiplier."""
    limit = max(multipliers(winner))
    if multiplier <= limit if "≤" in winner else multiplier in multipliers(winner):
        return (100,)
    for part in other.split(";"):
        if multiplier in multipliers(part):
            found = re.search(r"(\d+) / (\d+) / (\d+) %", part)
            assert found, part
            return tuple(int(share) for share in found.groups())
    raise AssertionError(f"{multiplier} stands in no cell")


@rule("HXT-04")
@pytest.mark.parametrize("name", EXTREME)
def test_extreme_payouts_are_those_of_the_catalogue(name: str) -> None:
    text = rule_texts()["HXT-04"].text
    limit = re.search(r"≤ (\d+x): winner takes all", text)
    assert limit
    splits = {
        tenths(found[1]): tuple(int(share) for share in found.groups()[1:])
        for found in re.finditer(r"(\d+x): (\d+) / (\d+) / (\d+) %", text)
    }
    for row in EXTREME[name].prizes:
        winner_takes_all = row.multiplier_tenths <= tenths(limit[1])
        expected = (100,) if winner_takes_all else splits[row.multiplier_tenths]
        assert EXTREME[name].percents(row) == expected


def printed_blinds(rule_id: str, columns: int) -> tuple[Blinds, ...]:
    """A blind structure printed in two halves side by side."""
    _, *rows = tables(rule_id)[0]
    levels: dict[int, Blinds] = {}
    for row in rows:
        for half in (row[:columns], row[columns + 1 :]):
            if half[0]:
                ante = 0 if columns == 3 or half[3] == "none" else whole(half[3])
                small, big = whole(half[1]), whole(half[2])
                levels[whole(half[0])] = Blinds(small=small, big=big, ante=ante)
    assert sorted(levels) == list(range(1, len(levels) + 1))
    return tuple(levels[number] for number in sorted(levels))


@rule("HEX-08", "TAMB-01")
@pytest.mark.parametrize("name", ONLINE)
def test_the_hexapro_blinds_are_those_of_the_catalogue(name: str) -> None:
    expected = printed_blinds("HEX-08", 4)
    assert len(expected) == 28
    assert expected[0] == Blinds(small=10, big=20)
    assert tournament(name).hexapro.blinds == expected


@rule("HXT-06")
@pytest.mark.parametrize("name", ONLINE)
def test_the_extreme_blinds_are_those_of_the_catalogue(name: str) -> None:
    expected = printed_blinds("HXT-06", 3)
    assert len(expected) == 19
    assert tournament(name).extreme.blinds == expected


@rule("HEX-09")
def test_hexapro_level_times_are_those_of_the_catalogue() -> None:
    head, *rows = tables("HEX-09")[0]
    for column, table in enumerate("ABC"):
        assert head[2 * column].startswith(f"H{column + 1}")
        minutes = {
            multiplier: whole(row[2 * column + 1])
            for row in rows
            for multiplier in multipliers(row[2 * column])
        }
        for kept in PRIZE_TABLES[table]:
            assert {
                row.multiplier_tenths: kept.level_s(row) // 60 for row in kept.prizes
            } == minutes


@rule("HXT-05", "TAMB-03", "TAMB-04")
@pytest.mark.parametrize("name", EXTREME)
def test_extreme_stacks_and_level_times_are_those_of_the_catalogue(name: str) -> None:
    kept = EXTREME[name]
    seen = set()
    for shown, stack, minutes in tables("HXT-05")[0][1:]:
        for multiplier in multipliers(shown):
            row = prize(kept, multiplier)
            assert (kept.starting_stack(row), kept.level_s(row)) == (
                whole(stack),
                60 * whole(minutes),
            )
            seen.add(multiplier)
    assert seen == {row.multiplier_tenths for row in kept.prizes}


@rule("HEX-07")
@pytest.mark.parametrize("name", ONLINE)
def test_every_hexapro_game_starts_with_the_stack_of_the_catalogue(name: str) -> None:
    stack = whole(rule_texts()["HEX-07"].text)
    for kept in tournament(name).hexapro.games:
        assert {kept.starting_stack(row) for row in kept.prizes} == {stack}
