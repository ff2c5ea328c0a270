"""The wire's types in TypeScript, made from the Python types for the web client.

`make schema` writes them to web/src/wire.ts, and the protocol's schema to its own file; a test
fails when one is stale. A field with a default is optional in what a client sends, and always
there in what the server sends.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from cardroom.room.tables.hand_strength import Reading
from cardroom.server.api.routes import Failure
from cardroom.server.app import ROUTES
from cardroom.server.sockets.messages import PROTOCOL, CloseCode, Incoming, Outgoing
from tools import protocol_schema
from tools.protocol_schema import SNAPSHOTS, EventBody

FILE = Path("web") / "src" / "wire.ts"
HEAD = "// Made from the server's own types by `make schema`: not to be edited.\n"
WORDS = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
UNIONS: dict[str, Any] = {"Incoming": Incoming, "Outgoing": Outgoing, "EventBody": EventBody}
Schema = Mapping[str, Any]


def text() -> str:
    """The content of the file."""
    named = tuple(UNIONS.values())
    schemas, components = msgspec.json.schema_components(
        (*named, *SNAPSHOTS.values(), Reading, Failure, *_http_types()),
        ref_template="{name}",
    )
    _note_alone(components)
    codes = ", ".join(f"{code.name.lower()}: {code.value}" for code in CloseCode)
    parts = [HEAD, f"export const PROTOCOL = {PROTOCOL};\nexport const CLOSE = {{ {codes} }};\n"]
    parts += [_declared(name, components[name]) for name in sorted(components)]
    parts += [
        f"export type {name} =\n  | {_joined(schema, separator=chr(10) + '  | ')};\n"
        for name, schema in zip(UNIONS, schemas, strict=False)
    ]
    return "\n".join(parts)


_alone: set[str] = set()
"""Types whose name only the live floor has as well."""


def _note_alone(components: Iterable[str]) -> None:
    others = [name for name in components if "." in name and not name.startswith("cardroom.floor.")]
    last = [name.rpartition(".")[2] for name in others]
    _alone.update(name for name, word in zip(others, last, strict=True) if last.count(word) == 1)


def _http_types() -> Iterable[Any]:
    """What the routes read and answer, each once, in the order of the table."""
    found = (kind for route in ROUTES for kind in (route.body, route.answer))
    return dict.fromkeys(kind for kind in found if kind is not None)


def _declared(name: str, schema: Schema) -> str:
    if "properties" not in schema:
        return f"{_comment(schema)}export type {_plain(name)} = {_type(schema)};\n"
    sent_by_client = schema.get("additionalProperties") is False
    required = set(schema.get("required", ()))
    lines = [
        f"  {field}{'?' if sent_by_client and field not in required else ''}: {_type(kind)};"
        for field, kind in schema["properties"].items()
    ]
    body = "\n".join(lines)
    return f"{_comment(schema)}export interface {_plain(name)} {{\n{body}\n}}\n"


def _comment(schema: Schema) -> str:
    """The first sentence of the struct's docstring."""
    first = str(schema.get("description", "")).split("\n\n")[0]
    words = " ".join(first.split())
    return f"/** {words} */\n" if words else ""


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return _plain(schema["$ref"])
    if "anyOf" in schema:
        return _joined(schema, separator=" | ")
    if "enum" in schema:
        return " | ".join(json.dumps(word) for word in schema["enum"])
    match schema.get("type"):
        case "array":
            return _array(schema)
        case "object":
            kept = schema.get("additionalProperties", {})
            return f"Record<string, {_type(kept) if isinstance(kept, dict) else 'unknown'}>"
        case "null":
            return "null"
        case str() as word:
            return WORDS[word]
    return "unknown"


def _joined(schema: Schema, *, separator: str) -> str:
    return separator.join(_type(one) for one in schema["anyOf"])


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
    item = _type(schema.get("items", {}))
    return f"({item})[]" if " | " in item else f"{item}[]"


def _plain(name: str) -> str:
    """A type's name; of two with the same one, msgspec puts the module before it.

    Types of the live floor then begin with Floor, and the others keep the name that they had.
    """
    if "." not in name:
        return name
    if name.startswith("cardroom.floor."):
        return f"Floor{name.rpartition('.')[2]}"
    if name in _alone:
        return name.rpartition(".")[2]
    return "".join(part.title().replace("_", "") for part in name.split("."))


def main() -> int:
    """Write the schema and the types to their files, under the folder where the command is run."""
    for file, content in ((protocol_schema.FILE, protocol_schema.text()), (FILE, text())):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
