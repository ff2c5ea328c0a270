"""Help for the author of a tournament file that does not fit yet: what to write, and where."""

from collections.abc import Iterable
from typing import Any, get_args, get_type_hints

import msgspec

from cardroom.rulebook.suggestions import did_you_mean
from cardroom.struct_errors import bare
from cardroom.tournament.definition import Definition, Kind

Path = tuple[str | int, ...]

KINDS = ", ".join(get_args(Kind))
MISSING = {
    "name": 'what the lobby shows, as name = "Sunday 50"',
    "kind": f"one of {KINDS}",
    "price_cents": "what an entry costs in cents, fee included, as price_cents = 1_000",
    "starting_stack": "the chips of an entry, as starting_stack = 5_000",
    "level_s": "how long a level lasts, as level_s = 600 under [blinds]",
    "levels": "rows of small and big, as [{ small = 10, big = 20 }]",
    "target": 'the ticket_word of the tournament that is played for, as target = "sunday"',
    "seat_price_cents": "the full price of the target, in cents",
    "added_cents": "the pool that the house adds, in cents",
    "max_price_cents": "the highest price that a player may pick, in cents",
    "first_phase_levels": "after how many levels a flight ends",
}
"""What a key that must be there is for; rows of a list name their fields themselves."""
PATTERNS = {
    "^[A-Z]{3}$": "three capital letters, as EUR",
    "^[a-z0-9_]{1,40}$": "small letters, digits and underscores, 40 at the most",
}


def missing(key: str) -> str:
    """That a key must be there, and what to write."""
    return f"missing; {MISSING[key]}" if key in MISSING else "missing"


def unknown(path: Path, key: str) -> str:
    """That a table has no such key: where it belongs, the nearest one, or all there are."""
    homes = list(_homes(key))
    if homes:
        return f"unknown key here; it {_belongs(homes)}"
    fields = fields_of(path)
    near = did_you_mean(key, fields)
    return f"unknown key{near}" if near else f"unknown key; there are {', '.join(fields)}"


def fields_of(path: Path) -> list[str]:
    """The keys that a table or a row of the file may have."""
    hint: Any = Definition
    for step in path:
        hint = _inside(hint, step)
    return list(get_type_hints(hint))


def in_words(reason: str, path: Path) -> str:
    """A reason without what no TOML file can say: nothing as a value."""
    if str(path[-1]).endswith("_cents"):
        reason = reason.replace("a whole number", "a whole number of cents")
    return reason.replace(" or nothing, not", ", not")


def _homes(key: str) -> Iterable[Path]:
    """The tables that have such a key; () is the beginning of the file."""
    for name in ((), *sections()):
        if key in fields_of(name):
            yield name


def sections() -> list[Path]:
    """The tables of a tournament file."""
    hints = get_type_hints(Definition, include_extras=True)
    return [(name,) for name, hint in hints.items() if is_section(hint)]


def is_section(hint: Any) -> bool:
    """Whether a field of the definition is a table of the file."""
    parts = [part for part in getattr(hint, "__args__", (hint,)) if part is not type(None)]
    return len(parts) == 1 and isinstance(parts[0], type) and issubclass(parts[0], msgspec.Struct)


def _belongs(homes: list[Path]) -> str:
    if () in homes:
        return "belongs at the beginning, before the first [table]"
    return f"belongs under {' or '.join(f'[{home[0]}]' for home in homes)}"


def _inside(hint: Any, step: str | int) -> Any:
    inner = get_type_hints(hint, include_extras=True)[step] if isinstance(step, str) else hint
    inner = bare(inner)
    parts = [part for part in getattr(inner, "__args__", ()) if part not in {type(None), ...}]
    return bare(parts[0]) if parts else inner
