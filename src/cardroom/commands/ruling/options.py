"""The options of a situation, made from the struct of its facts, and the facts from the options."""

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from cardroom.commands.ruling.words import (
    read_actions,
    read_blinds,
    read_by_seat,
    read_chips,
    read_ranks,
    read_seats,
    read_text_by_seat,
)
from cardroom.errors import UsageError
from cardroom.floor import Facts
from cardroom.floor.rulings.chips import read_motion, read_motions
from cardroom.struct_errors import struct_error

NO_DEFAULT = msgspec.NODEFAULT
SHORTER = {"big_blind": "blinds", "raise_size": "raise", "acts": "actions"}
"""Options that are called otherwise than their field."""
READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    "big_blind": (read_blinds, "SMALL/BIG"),
    "acts": (read_actions, "TEXT"),
    "winners": (read_ranks, "SEATS"),
    "exposed": (read_seats, "NUMBERS"),
}
"""How the text of some fields is read, and how it is called in the help."""
HELP = {"big_blind": "the blinds, such as 200/400"}


class Field(NamedTuple):
    """One field of the facts, with its type as the library describes it."""

    name: str
    type: inspect.Type
    help: str
    required: bool
    default: Any

    @property
    def option(self) -> str:
        """The option on the command line."""
        return f"--{SHORTER.get(self.name, self.name).replace('_', '-')}"


def fields_of(facts: type[msgspec.Struct]) -> list[Field]:
    """The fields of a struct with what their descriptions say.

    Facts inside facts have no option: a program names them in JSON, a person asks twice.
    """
    found = inspect.type_info(facts)
    assert isinstance(found, inspect.StructType)
    fields = [_field(field) for field in found.fields]
    return [field for field in fields if not isinstance(field.type, inspect.StructType)]


def _bare(kind: inspect.Type) -> inspect.Type:
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _field(field: inspect.Field) -> Field:
    description, kind = "", field.type
    while isinstance(kind, inspect.Metadata):
        description = (kind.extra_json_schema or {}).get("description", description)
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        kind = next(one for one in kind.types if not isinstance(one, inspect.NoneType))
    default = field.default
    if field.default_factory is not NO_DEFAULT:
        default = field.default_factory()
    return Field(field.name, kind, description, field.required, default)


def add_options(parser: argparse.ArgumentParser, facts: type[msgspec.Struct]) -> None:
    """Add one option for every field; chips pushed have one for a motion and one for several."""
    for field in fields_of(facts):
        if field.name == "motions":
            _add_motions(parser)
        elif isinstance(field.type, inspect.BoolType):
            parser.add_argument(
                field.option, dest=field.name, action="store_true", help=_help(field)
            )
        elif isinstance(field.type, inspect.LiteralType):
            parser.add_argument(
                field.option,
                dest=field.name,
                choices=[str(value) for value in field.type.values],
                required=field.required,
                help=_help(field),
            )
        else:
            parser.add_argument(
                field.option,
                dest=field.name,
                metavar=_reader(field)[1],
                required=field.required,
                help=_help(field),
            )


def _add_motions(parser: argparse.ArgumentParser) -> None:
    chips = parser.add_mutually_exclusive_group()
    chips.add_argument(
        "--pushed", metavar="CHIPS", help="the chips, in one motion: 500x4 or 1000+500+25"
    )
    chips.add_argument(
        "--motions", metavar="CHIPS/CHIPS", help="the chips of several motions: 1200/500x4"
    )


def _help(field: Field) -> str:
    shown = isinstance(field.default, str | int) and not isinstance(field.default, bool)
    default = f" (default: {field.default})" if shown and field.default not in {"", 0} else ""
    return f"{HELP.get(field.name, field.help)}{default}".replace("%", "%%")


def _reader(field: Field) -> tuple[Callable[[str], Any], str]:
    """How the text of an option is read, and its name in the help."""
    if field.name in READERS:
        return READERS[field.name]
    if isinstance(field.type, inspect.DictType):
        if isinstance(_bare(field.type.value_type), inspect.StrType):
            return read_text_by_seat, "SEAT:CARDS,..."
        return read_by_seat, "SEAT:CHIPS,..."
    if isinstance(field.type, inspect.VarTupleType):
        return read_seats, "SEATS"
    if isinstance(field.type, inspect.StrType):
        return str, "TEXT"
    return read_chips, "N"


def facts_of(facts: type[msgspec.Struct], args: argparse.Namespace) -> Facts:
    """The facts that the options name; a mistake is one sentence that names the option."""
    given: dict[str, Any] = {}
    for field in fields_of(facts):
        value = getattr(args, field.name, None)
        if field.name == "motions":
            given |= _motions(args)
        elif isinstance(value, bool) or isinstance(field.type, inspect.LiteralType):
            given |= {} if value is None else {field.name: value}
        elif value is not None:
            given[field.name] = _read(field.option, _reader(field)[0], value)
    built: dict[str, Any] = msgspec.to_builtins(given)
    tagged = {"type": facts.__struct_config__.tag, **built}
    try:
        found: Any = msgspec.convert(tagged, facts)
    except msgspec.ValidationError as error:
        wrong = struct_error(tagged, facts, error)
        named = next((one for one in fields_of(facts) if wrong.path[:1] == (one.name,)), None)
        raise UsageError(f"{named.option if named else 'The facts'}: {wrong.reason}.") from error
    fitting: Facts = found
    return fitting


def _motions(args: argparse.Namespace) -> dict[str, Any]:
    if args.pushed is not None:
        return {"motions": [_read("--pushed", read_motion, args.pushed)]}
    if args.motions is not None:
        return {"motions": list(_read("--motions", read_motions, args.motions))}
    return {}


def _read(option: str, reader: Callable[[str], Any], text: str) -> Any:
    try:
        return reader(text)
    except ValueError as error:
        raise UsageError(f"{option}: {error}.") from error
