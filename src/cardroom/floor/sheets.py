"""Lists as CSV: players in, players, entries and results out. Every spreadsheet reads them."""

from collections.abc import Iterable
from typing import Literal

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.money.prizes import results
from cardroom.floor.names import is_name
from cardroom.floor.terms import Split

SheetKind = Literal["players", "entries", "results"]
NAMES_MAX = 1000
MARK = "\ufeff"
"""Some spreadsheets write this before the first cell."""
FORMULA = ("=", "+", "-", "@")
"""A cell that begins so would be a formula in a spreadsheet."""


def read_players(text: str) -> tuple[str, ...]:
    """The names in a CSV text: one a line, in the first column or in one called `player`.

    A mistake names its line, and nobody is taken over.
    """
    lines = text.removeprefix(MARK).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rows = [_cells(line) for line in lines]
    column, first = 0, 1
    heading = [cell.strip().lower() for cell in rows[0]] if rows else []
    known = [word for word in ("player", "name") if word in heading]
    if known:
        column, first = heading.index(known[0]), 2
        rows = rows[1:]
    names: list[str] = []
    for number, row in enumerate(rows, start=first):
        if not any(cell.strip() for cell in row):
            continue
        name = _unquoted(row[column].strip()) if column < len(row) else ""
        if not is_name(name):
            raise FloorRefused("LIVE-8", "a_player_has_a_name", {"line": number})
        names.append(name)
    if not 0 < len(names) <= NAMES_MAX:
        raise FloorRefused("LIVE-8", "not_a_list_of_players", {"at_most": NAMES_MAX})
    return tuple(names)


def _unquoted(cell: str) -> str:
    """A name as it was before `_cell` kept it from being a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


def _cells(line: str) -> list[str]:
    """The cells of a line, divided by commas or semicolons; quotes keep them together."""
    cells, cell, quoted = [], "", False
    divider = "," if "," in line or ";" not in line else ";"
    place = 0
    while place < len(line):
        letter = line[place]
        if quoted and line[place : place + 2] == '""':
            cell, place = f'{cell}"', place + 1
        elif letter == '"':
            quoted = not quoted
        elif letter == divider and not quoted:
            cells.append(cell)
            cell = ""
        else:
            cell += letter
        place += 1
    return [*cells, cell]


def sheet(floor: Floor, kind: SheetKind) -> str:
    """A list of the tournament as CSV."""
    field, till = floor.field, floor.till
    names = field.names
    if kind == "players":
        players = dict.fromkeys(names[entry] for entry in sorted(names))
        return _csv(("player",), ([player] for player in players))
    if kind == "entries":
        rows = []
        for entry in sorted(names):
            place, paid = field.places.get(entry), till.paid_by.get(entry, Split())
            where = ["", ""] if place is None else [place.table, place.seat]
            stack = floor.days.stacks.get(entry, "") if place is not None else 0
            sold = [till.rebuys.get(entry, 0), till.addons.get(entry, 0)]
            rows.append([entry, names[entry], *where, stack, *sold, *_money(paid)])
        columns = (
            "entry", "player", "table", "seat", "stack", "rebuys", "addons", "prize_cents",
            "bounty_cents", "fee_cents", "staff_cents",
        )  # fmt: skip
        return _csv(columns, rows)
    given = {entry: cents for entry, cents in till.paid.items() if entry not in till.seized}
    ranked = [
        [one.place, names[one.entry], one.entry, one.tied, one.prize, given.get(one.entry, 0)]
        for one in results(floor)
    ]
    return _csv(("place", "player", "entry", "tied", "prize_cents", "paid_cents"), ranked)


def _money(split: Split) -> list[int]:
    return [split.prize, split.bounty, split.fee, split.staff]


def _csv(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    lines = [",".join(columns)]
    lines += [",".join(_cell(value) for value in row) for row in rows]
    return "\r\n".join(lines) + "\r\n"


def _cell(value: object) -> str:
    text = str(value)
    if isinstance(value, str) and text.startswith(FORMULA):
        text = f"'{text}"
    if any(letter in text for letter in ',;"\n'):
        escaped = text.replace('"', '""')
        return f'"{escaped}"'
    return text
