"""Why a value is not of its type, in plain words: what is wrong, where, and what would fit.

Whoever reads a file or a message into a struct explains the library's error with `struct_error`.
"""

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

PLACE = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>.*)`$")
STEP = re.compile(r"\[(?P<row>\d+)\]|\.(?P<field>\w+)|(?P<entry>\[\.\.\.\])")
MISSING = re.compile(r"Object missing required field `(?P<name>.+?)`")
UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.+?)`")
PATTERN = re.compile(r"Expected `str` matching regex '(?P<pattern>.+)'")
EXPECTED = re.compile(r"^Expected `(?P<types>[^`]+)`(?:, got `(?P<got>\w+)`)?(?P<more>.*)$")
LIMIT = re.compile(r"^ (?P<length>of length )?(?P<sign>>=|<=|>|<)? ?(?P<number>-?\d+)")

FEW = 8
"""How many choices are listed in full."""

NOUNS = {
    "int": "a whole number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "float": "a number",
    "null": "nothing",
}
SIGNS = {">=": "at least ", "<=": "at most ", ">": "more than ", "<": "less than ", "": ""}


class StructError(NamedTuple):
    """Why a value is not of its type, and the way to the part of it that is wrong.

    `missing` and `unknown` name a field that is not there, or that should not be.
    """

    path: tuple[str | int, ...]
    reason: str
    missing: str = ""
    unknown: str = ""

    def __str__(self) -> str:
        place = ".".join(map(str, self.path))
        return f"{place} {self.reason}" if place else self.reason


NO_PATTERNS: Mapping[str, str] = {}


def struct_error(
    value: Any,
    hint: Any,
    error: msgspec.ValidationError,
    patterns: Mapping[str, str] = NO_PATTERNS,
) -> StructError:
    """Explain why `msgspec` refused `value` as a `hint`; `patterns` puts patterns into words."""
    message = str(error)
    place = PLACE.search(message)
    path: list[str | int] = []
    for found in STEP.finditer(place["path"]) if place else ():
        hint = _struct_of(hint, value)
        step = _entry(value, hint) if found["entry"] else _step(found)
        path.append(step)
        value, hint = value[step], _type_inside(hint, step)
    if place:
        message = message[: place.start()]
        if place["key"]:
            hint = get_args(bare(_struct_of(hint, value)))[0]
            value = next(key for key in value if not _fits_as_key(key, hint))
    missing, unknown = MISSING.match(message), UNKNOWN.match(message)
    return StructError(
        tuple(path),
        reason(value, bare(_struct_of(hint, value)), message, patterns),
        missing=missing["name"] if missing else "",
        unknown=unknown["name"] if unknown else "",
    )


def fits(value: Any, hint: Any) -> bool:
    """Whether a value is of its type."""
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True


def _fits_as_key(key: str, hint: Any) -> bool:
    """Whether a key of a table is of its type: in JSON and TOML numbers are text there."""
    try:
        msgspec.convert({key: None}, dict[hint, None], str_keys=True)
    except msgspec.ValidationError:
        return False
    return True


def _step(found: re.Match[str]) -> str | int:
    return int(found["row"]) if found["row"] else found["field"]


def _entry(value: dict[str, Any], hint: Any) -> str:
    """The key of the first entry that does not fit: the library says only that there is one."""
    wanted_type = get_args(bare(hint))[1]
    return next(key for key, one in value.items() if not fits(one, wanted_type))


def _struct_of(hint: Any, value: Any) -> Any:
    """Of several types the struct whose tag a table has, or the one for tables; else all of it."""
    inner = bare(hint)
    if get_origin(inner) in {Union, UnionType} and isinstance(value, dict):
        for part in get_args(inner):
            config = getattr(part, "__struct_config__", None)
            if config and config.tag is not None and value.get(config.tag_field) == config.tag:
                return part
        return next((part for part in get_args(inner) if get_origin(bare(part)) is dict), hint)
    return hint


def _type_inside(hint: Any, step: str | int) -> Any:
    """The type of one row of a list, of one entry of a dict, or of one field of a group."""
    hint = bare(hint)
    if get_origin(hint) in {Union, UnionType}:
        hint = bare(_part_with(hint, step))
    arguments = get_args(hint)
    if get_origin(hint) is dict:
        return arguments[1]
    group = get_origin(hint) or hint
    if isinstance(step, str):
        field = get_type_hints(group, include_extras=True).get(step, Any)
        generic = getattr(group, "__parameters__", ())
        return _filled(field, dict(zip(generic, arguments, strict=True)))
    return arguments[0] if arguments[-1] is ... else arguments[min(step, len(arguments) - 1)]


def _part_with(hint: Any, step: str | int) -> Any:
    """The part of a union that has the field or the rows, or the first that is something."""
    parts = [part for part in get_args(hint) if part is not type(None)]
    if isinstance(step, int):
        return next((part for part in parts if get_origin(bare(part)) is tuple), parts[0])
    return next((part for part in parts if step in _fields(bare(part))), parts[0])


def _fields(part: Any) -> Collection[str]:
    group = get_origin(part) or part
    is_struct = isinstance(group, type) and issubclass(group, msgspec.Struct)
    return get_type_hints(group) if is_struct else ()


def _filled(field: Any, known: dict[Any, Any]) -> Any:
    """The type of a field of a generic group, with the types it was given."""
    if field in known:
        return known[field]
    inner = getattr(field, "__parameters__", ())
    return field[tuple(known[one] for one in inner)] if inner else field


def bare(hint: Any) -> Any:
    """A type without its `Annotated`."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def choices(hint: Any) -> list[str]:
    """The words that a type takes: those of its literals."""
    if get_origin(hint) is Literal:
        return [str(choice) for choice in get_args(hint)]
    if get_origin(hint) in {Union, UnionType}:
        return [choice for part in get_args(hint) for choice in choices(bare(part))]
    return []


def reason(value: Any, hint: Any, message: str, patterns: Mapping[str, str]) -> str:
    """Say in plain words what the library says with the names of types."""
    if missing := MISSING.match(message):
        return f"{missing['name']} is missing"
    if unknown := UNKNOWN.match(message):
        known = wanted(hint).removeprefix("fields ") or "none"
        return f"unknown field {unknown['name']}; there are {known}"
    if message.startswith("Invalid enum value"):
        return _no_choice(value, hint)
    if message.startswith("Invalid value"):
        return f"{shown(value)} is not known"
    if found := PATTERN.match(message):
        pattern = portable(found["pattern"])
        if pattern in patterns:
            return f"must be {patterns[pattern]}, not {shown(value)}"
        return f"{shown(value)} does not match {pattern}"
    if expected := EXPECTED.match(message):
        return _expected(value, hint, expected)
    return message[0].lower() + message[1:]


def portable(pattern: str) -> str:
    """A pattern as everybody writes it: only Python lets `$` match before a last line feed, so our
    own patterns end in `\\Z`, which a message of the library shows with two backslashes."""
    return pattern.replace(r"\\Z", "$").replace(r"\Z", "$")


def _no_choice(value: Any, hint: Any) -> str:
    words = choices(hint)
    close = get_close_matches(str(value), words, n=1)
    if len(words) > FEW and close:
        return f"{shown(value)} is not known; did you mean {close[0]}?"
    number = " or a number" if int in map(bare, get_args(hint)) else ""
    return f"{shown(value)} is not one of {', '.join(words)}{number}"


def _expected(value: Any, hint: Any, expected: re.Match[str]) -> str:
    limit = LIMIT.match(expected["more"])
    if expected["got"] or limit is None:
        nouns = " or ".join(NOUNS.get(name, name) for name in expected["types"].split(" | "))
        words = f" ({', '.join(choices(hint))})" if choices(hint) else ""
        return f"must be {nouns}{words}{_fitting(expected)}, not {shown(value)}"
    bound = f"{SIGNS[limit['sign'] or '']}{limit['number']}"
    if limit["length"]:
        one, many = ("letter", "letters") if isinstance(value, str) else ("entry", "entries")
        return f"must have {bound} {one if limit['number'] == '1' else many}"
    return f"must be {bound}, not {shown(value)}"


def _fitting(expected: re.Match[str]) -> str:
    return "" if expected["got"] else expected["more"].replace("that's", "that is")


def shown(value: Any) -> str:
    """A value as an operator wrote it; long lists only by their kind."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else str(value)


def wanted(hint: Any) -> str:
    """What fits a type, in the words of an operator: `0 to 100`, `one_hand or unlimited`."""
    inner = bare(hint)
    group = get_origin(inner) or inner
    if group is Literal:
        return " or ".join(map(str, get_args(inner)))
    if group in {Union, UnionType}:
        return " or ".join(wanted(part) for part in get_args(inner) if part is not type(None))
    if group is tuple:
        entry = wanted(get_args(inner)[0])
        rows = entry.removeprefix("fields ")
        return f"rows of {rows}" if rows != entry else f"list of {entry}"
    if group is int:
        return _range(hint)
    if issubclass(group, msgspec.Struct):
        return f"fields {', '.join(get_type_hints(group))}"
    return NOUNS[group.__name__]


def _range(hint: Any) -> str:
    limits = [limit for limit in getattr(hint, "__metadata__", ()) if limit.ge is not None]
    if not limits:
        return NOUNS["int"]
    low, high = limits[0].ge, limits[0].le
    if high is None:
        return f"at least {low}"
    return f"{low} to {high}" if low < high else str(low)
