"""Writes records in the PHH format; what is read back is the same record."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from cardroom.history.actions import write_action
from cardroom.history.amounts import plain
from cardroom.history.fields import BY_PLAYER, SINGLE
from cardroom.history.record import HandRecord

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def write_hand(record: HandRecord) -> str:
    """Write the text of a `.phh` file."""
    return "".join(f"{key} = {value}\n" for key, value in _fields(record))


def write_hands(records: Iterable[HandRecord]) -> Iterator[str]:
    """Write a `.phhs` file, one piece of text a hand, numbered from 1."""
    for number, record in enumerate(records, 1):
        head = f"[{number}]\n" if number == 1 else f"\n[{number}]\n"
        yield head + write_hand(record)


def _fields(record: HandRecord) -> Iterator[tuple[str, str]]:
    """Name every field that the record has, the required ones first."""
    places = record.places
    yield "variant", _text(record.variant)
    yield "ante_trimming_status", _value(record.ante_trimming_status)
    for key in BY_PLAYER[:2]:
        yield key, _amounts(getattr(record, key), places)
    for key in SINGLE:
        if getattr(record, key) is not None:
            yield key, _amount(getattr(record, key), places)
    yield "starting_stacks", _amounts(record.starting_stacks, places)
    actions = (_text(write_action(action, places=places)) for action in record.actions)
    yield "actions", f"[{', '.join(actions)}]"
    for key in BY_PLAYER[3:]:
        if getattr(record, key) is not None:
            yield key, _amounts(getattr(record, key), places)
    for key in ("players", "seats"):
        if getattr(record, key) is not None:
            yield key, _value(getattr(record, key))
    for key, value in record.other.items():
        yield _key(key), _value(value)


def _amounts(amounts: Iterable[int | None], places: int) -> str:
    return f"[{', '.join(_amount(amount, places) for amount in amounts)}]"


def _amount(amount: int | None, places: int) -> str:
    return "inf" if amount is None else plain(amount, places)


def _value(value: object) -> str:
    """Write a value as TOML; dates and times write themselves."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case Decimal():
            return _decimal(value)
        case list() | tuple():
            return f"[{', '.join(_value(entry) for entry in value)}]"
        case Mapping():
            pairs = (f"{_key(str(key))} = {_value(entry)}" for key, entry in value.items())
            return f"{{{', '.join(pairs)}}}"
    return str(value)


def _decimal(number: Decimal) -> str:
    """Write a number that TOML reads as a float again, also 5.0 and infinity."""
    if not number.is_finite():
        return str(number).lower().replace("infinity", "inf")
    text = str(number)
    return text if any(mark in text for mark in ".eE") else f"{text}.0"


def _text(text: str) -> str:
    return f'"{"".join(_escaped(sign) for sign in text)}"'


def _escaped(sign: str) -> str:
    code = ord(sign)
    if code < 0x20 or code == 0x7F:
        return _ESCAPES.get(sign, f"\\u{code:04X}")
    return _ESCAPES.get(sign, sign)


def _key(key: str) -> str:
    bare = key.replace("_", "").replace("-", "")
    return key if bare.isascii() and bare.isalnum() else _text(key)
