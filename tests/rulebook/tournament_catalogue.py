"""Reads the tables of the catalogue, so that the data can be compared with what is printed."""

import re
from fractions import Fraction

from cardroom.rulebook.texts import rule_texts

Table = list[list[str]]
"""Rows of cells; the first row is the head."""


def tables(rule: str) -> list[Table]:
    """All Markdown tables that stand under a rule, without the lines that separate the head."""
    return tables_in(rule_texts()[rule].text)


def tables_in(markdown: str) -> list[Table]:
    found: list[Table] = []
    inside = False
    for line in markdown.splitlines():
        if not line.startswith("|"):
            inside = False
            continue
        if not inside:
            found.append([])
        inside = True
        if not re.fullmatch(r"[|\s:-]+", line):
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def number(cell: str) -> Fraction:
    """The first number in a cell, exactly: '1,250' or '€0.50' or '1.5x' or '4.5 %'."""
    found = re.search(r"\d[\d,]*(?:\.\d+)?", cell)
    assert found, f"no number in {cell!r}"
    return Fraction(found[0].replace(",", ""))


def whole(cell: str) -> int:
    """The first number in a cell, which must be a whole one."""
    value = number(cell)
    assert value.denominator == 1, cell
    return int(value)


def cents(cell: str) -> int:
    """The first number in a cell, in euros, as cents."""
    value = number(cell) * 100
    assert value.denominator == 1, cell
    return int(value)


def tenths(cell: str) -> int:
    """A multiplier such as '1.5x' in tenths."""
    value = number(cell) * 10
    assert value.denominator == 1, cell
    return int(value)


def multipliers(cell: str) -> list[int]:
    """All multipliers of a cell such as '3x, 4x', in tenths."""
    return [tenths(found) for found in re.findall(r"[\d.,]*\dx", cell)]
