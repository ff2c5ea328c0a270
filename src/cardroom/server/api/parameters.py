"""Parameters of addresses: what each may be, for those who read the OpenAPI document, and how a
query becomes a struct."""

import re
from typing import Annotated, Any, TypeVar, get_args

import msgspec
from multidict import MultiMapping

from cardroom.engine.events import Game
from cardroom.room.hand_pages import HandResult
from cardroom.room.records import FOR_EVER_MS, HandForm
from cardroom.server import signatures
from cardroom.server.limits import PAGE_MAX
from cardroom.server.sockets.messages import BadMessage
from cardroom.struct_errors import struct_error

PageLimit = Annotated[int, msgspec.Meta(ge=1, le=PAGE_MAX)]
"""How many rows a page has."""
WHOLE = {"type": "integer", "minimum": 0, "maximum": FOR_EVER_MS}
WORD = {"type": "string", "minLength": 1, "maxLength": 60, "pattern": r"^[^\x00-\x1f\x7f/]+$"}
"""A word in a path; a part of an address has at most 255 bytes."""
TEXT = {"type": "string", "maxLength": 200}
IN_PATHS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(
        ("table", "player", "case", "tournament", "voucher", "floor", "entry", "number"), WHOLE
    ),
    "id": {"type": "string", "pattern": "^[A-Z0-9]+-[0-9A-Za-z.]+$", "maxLength": 20},
    "key": {"type": "string", "pattern": "^hand:[0-9]+:[0-9]+:[0-9]+$", "maxLength": 60},
}
IN_QUERIES: dict[str, dict[str, Any]] = {
    **dict.fromkeys(
        (
            "after",
            "before",
            "since_ms",
            "until_ms",
            "have",
            "big_blind",
            "offset",
            "table",
            "tournament",
        ),
        WHOLE,
    ),
    "limit": {"type": "integer", "minimum": 1, "maximum": PAGE_MAX},
    "form": {"type": "string", "enum": list(get_args(HandForm))},
    "game": {"type": "string", "enum": list(get_args(Game))},
    "plays_for": {"type": "string", "enum": ["money", "chips"]},
    "result": {"type": "string", "enum": list(get_args(HandResult))},
}
"""What the parameters are that several operations know by the same name; others are text."""

SIGNATURE = [
    {
        "name": name,
        "in": "header",
        "required": True,
        "schema": {"type": "string", "maxLength": 1000, "pattern": "^[ -~]+$"},
        "description": said,
    }
    for name, said in (
        (signatures.ID, "The id of the message, which the signature covers"),
        (signatures.TIMESTAMP, "When it was signed, in seconds since 1970"),
        (signatures.SIGNATURE, "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`"),
    )
]
"""The headers of what a shared secret signs, by the Standard Webhooks convention."""

Query = TypeVar("Query", bound=msgspec.Struct)


def in_path(path: str) -> list[dict[str, Any]]:
    """The parameters in a path, as OpenAPI describes them."""
    return [
        {"name": name, "in": "path", "required": True, "schema": IN_PATHS.get(name, WORD)}
        for name in re.findall(r"{(\w+)}", path)
    ]


def by_name(names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Parameters of a query that are known by their names."""
    return [
        {"name": name, "in": "query", "required": False, "schema": IN_QUERIES.get(name, TEXT)}
        for name in names
    ]


def origin(origins: frozenset[str]) -> dict[str, Any]:
    """The header by which a browser says whose page makes a change."""
    return {
        "name": "Origin",
        "in": "header",
        "required": False,
        "schema": {"type": "string", "enum": sorted(origins)},
        "description": "The address of the room's own page. Browsers send it by themselves; with a"
        " session's cookie it must be there, and a program with a token sends none.",
    }


def of_struct(kind: type[msgspec.Struct]) -> list[dict[str, Any]]:
    """Parameters of a query that are the fields of a struct; a list is written with commas."""
    (_,), components = msgspec.json.schema_components([kind], ref_template="{name}")
    described = []
    for name, schema in components[kind.__name__]["properties"].items():
        one: dict[str, Any] = {"name": name, "in": "query", "required": False, "schema": schema}
        if schema.get("type") == "array":
            one |= {"style": "form", "explode": False}
        described.append(one)
    return described


def read_query(query: MultiMapping[str], kind: type[Query]) -> Query:
    """The query of an address as a struct, or a refusal that says what does not fit."""
    lists = {one.name for one in msgspec.structs.fields(kind) if isinstance(one.default, tuple)}
    value: dict[str, Any] = {}
    for name in query:
        if len(query.getall(name)) > 1:
            raise BadMessage("does_not_fit", f"{name} is there twice")
        word = query[name]
        value[name] = [one for one in word.split(",") if one] if name in lists else word
    unknown = sorted(set(value) - set(kind.__struct_fields__))
    if unknown:
        known = ", ".join(kind.__struct_fields__)
        raise BadMessage("no_such_parameter", f"{', '.join(unknown)}: known are {known}")
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadMessage("does_not_fit", str(struct_error(value, kind, error))) from None
