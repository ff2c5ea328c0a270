"""What an operator reads when a value does not fit: what is wrong, and what would fit."""

import re
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

PLACE = re.compile(r" - at `\$(?P<path>.*)`$")
STEP = re.compile(r"\[(?P<row>\d+)\]|\.(?P<field>\w+)")
EXPECTED = re.compile(r"^Expected `(?P<types>[^`]+)`(?:, got `(?P<got>\w+)`)?(?P<more>.*)$")
LIMIT = re.compile(r"^ (?P<length>of length )?(?P<sign>>=|<=|>|<)? ?(?P<number>-?\d+)")

FEW = 8
"""So many choices are listed in full."""

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


class Misfit(NamedTuple):
    """Why a value is not of its type, and the way to the part of it that is wrong."""

    path: tuple[str | int, ...]
    reason: str


def misfit(value: Any, hint: Any, error: msgspec.ValidationError) -> Misfit:
    """What to tell the operator about a value that `msgspec.convert` refused."""
    message = str(error)
    place = PLACE.search(message)
    if place is None:
        return Misfit((), reason(value, bare(hint), message))
    path = tuple(
        int(step["row"]) if step["row"] else step["field"] for step in STEP.finditer(place["path"])
    )
    for step in path:
        value, hint = value[step], _type_inside(hint, step)
    return Misfit(path, reason(value, bare(hint), message[: place.start()]))


def _type_inside(hint: Any, step: str | int) -> Any:
    """The type of one row of a list, or of one field of a group."""
    hint = bare(hint)
    if get_origin(hint) in {Union, UnionType}:
        hint = _part_with(hint, step)
    arguments = get_args(hint)
    group = get_origin(hint) or hint
    if isinstance(step, str):
        field = get_type_hints(group, include_extras=True).get(step, Any)
        generic = getattr(group, "__parameters__", ())
        return _filled(field, dict(zip(generic, arguments, strict=True)))
    return arguments[0] if arguments[-1] is ... else arguments[min(step, len(arguments) - 1)]


def _part_with(hint: Any, step: str | int) -> Any:
    """The part of a union that has the field, or the first that is something."""
    parts = [part for part in get_args(hint) if part is not type(None)]
    groups = [bare(part) for part in parts if isinstance(step, str)]
    return next((part for part in groups if step in get_type_hints(part)), parts[0])


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


def reason(value: Any, hint: Any, message: str) -> str:
    """Say in plain words what the library says with the names of types."""
    if missing := re.match(r"Object missing required field `(\w+)`", message):
        return f"{missing[1]} is missing"
    if unknown := re.match(r"Object contains unknown field `(.+)`", message):
        return f"unknown field {unknown[1]}; there are {wanted(hint).removeprefix('fields ')}"
    if message.startswith("Invalid enum value"):
        return _no_choice(value, hint)
    if pattern := re.match(r"Expected `str` matching regex '(.+)'", message):
        return f"{shown(value)} does not match {portable(pattern[1])}"
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
