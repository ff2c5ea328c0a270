"""Reads the Markdown tables and the Editions lines of docs/rules/cash.md."""

import re
from collections.abc import Iterator
from decimal import Decimal

import msgspec

from cardroom.rulebook.texts import rule_texts
from cardroom.units import Cents
from tests.rulebook.cash_editions import ONLINE

STAKE = re.compile(
    r"^(?P<name>[NP]L\d+) \((?P<small>[\d.]+)/(?P<big>[\d.]+)\)"
    r"(?:; printed \((?P<printed>[\d./]+)\) in (?P<editions>.+))?$"
)


class PrintedStake(msgspec.Struct, frozen=True):
    """One cell of a rake table: a stake of one edition."""

    name: str
    small_blind: Cents
    big_blind: Cents
    permille: int
    cap: Cents
    short_handed_cap: Cents
    printed_blinds: str


def grid(rule: str) -> list[list[str]]:
    """The cells of the table that stands in a rule, its head first."""
    lines = [line for line in rule_texts()[rule].text.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    assert len(rows) > 2, f"{rule} has no table"
    assert len({len(row) for row in rows}) == 1, f"the table of {rule} is not rectangular"
    assert set("".join(rows[1])) == {"-"}, f"the table of {rule} has no head"
    return [rows[0], *rows[2:]]


def cents(euros: str) -> Cents:
    amount = Decimal(euros) * 100
    assert amount == int(amount), euros
    return int(amount)


def printed_stakes(rule: str, edition: str) -> list[PrintedStake]:
    """What a rake table of the catalogue prints for one edition."""
    head, *rows = grid(rule)
    columns = [cell.split(" = ") for cell in head[1:-1]]
    assert sorted(name for names in columns for name in names) == sorted(ONLINE)
    place = next(number for number, names in enumerate(columns) if edition in names)
    return [
        _stake(row[0], row[1 + place], _part(row[-1], place), edition)
        for row in rows
        if row[1 + place] != "not listed"
    ]


def _part(halved: str, place: int) -> str:
    """The halved cap is printed once for all columns, or once for each."""
    parts = halved.split(" / ")
    return parts[place] if len(parts) > 1 else parts[0]


def _stake(label: str, rate: str, halved: str, edition: str) -> PrintedStake:
    match = STAKE.match(label)
    assert match, label
    percent, cap = rate.split(" / ")
    permille = Decimal(percent) * 10
    assert permille == int(permille), percent
    misprinted = edition in (match["editions"] or "").split(", ")
    return PrintedStake(
        name=match["name"],
        small_blind=cents(match["small"]),
        big_blind=cents(match["big"]),
        permille=int(permille),
        cap=cents(cap),
        short_handed_cap=cents(halved),
        printed_blinds=match["printed"] if misprinted else "",
    )


def editions_lines() -> Iterator[tuple[str, str]]:
    """Every rule of cash.md that has an Editions line, with what the line says."""
    for rule in rule_texts().values():
        found = re.findall(r"^Editions: (.+)$", rule.text, flags=re.MULTILINE)
        if rule.file == "cash.md" and found:
            yield rule.id, " ".join(found)
