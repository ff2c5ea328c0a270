"""From TOML to a typed edition. What does not fit is refused with file, line, key and reason."""

from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from cardroom.errors import InvalidFile, UsageError
from cardroom.rulebook.edition import Edition
from cardroom.rulebook.source import Source
from cardroom.rulebook.switch import Rules, Switch, group_of, switches

EDITIONS = ("en-2.2", "fr-2.2", "en-2.7", "nl-3.0", "live")
DESCRIPTION = ("name", "title", "version", "dated", "language")


class Entry(NamedTuple):
    """A value as written, and the file it was written in."""

    value: Any
    source: Source


class Document(NamedTuple):
    """An edition before its types: what is said under which rule, and where."""

    description: dict[str, Entry]
    rules: dict[tuple[str, str], Entry]


@cache
def edition(name: str) -> Edition:
    """One of the published editions, by its name."""
    if name not in EDITIONS:
        raise UsageError(f"There is no edition '{name}'; there are {', '.join(EDITIONS)}.")
    return build(document(name))


def house_rules(text: str, file: str) -> Edition:
    """An operator's own rules: a published edition that `text` inherits, with single switches set.

    `file` is only the name for messages.
    """
    source = Source(file, text)
    base = source.data.get("inherits")
    if base is None:
        raise source.error(f"missing; name one of {', '.join(EDITIONS)}", key="inherits")
    if base not in EDITIONS:
        raise source.error(f"{base!r} is not one of {', '.join(EDITIONS)}", key="inherits")
    inherited = document(base)
    own = read([source])
    return build(
        Document({**inherited.description, **own.description}, {**inherited.rules, **own.rules})
    )


@cache
def document(name: str) -> Document:
    """The files of one packaged edition, laid over those of the edition it inherits."""
    folder = files("cardroom.rulebook") / "editions" / name
    sources = [
        Source(f"{name}/{file.name}", file.read_text(encoding="utf-8"))
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".toml")
    ]
    own = read(sources)
    base = own.description.pop("inherits", None)
    if base is None:
        return own
    inherited = document(base.value)
    return Document({**inherited.description, **own.description}, {**inherited.rules, **own.rules})


def read(sources: list[Source]) -> Document:
    """Sort what the files say into description and rules; the same switch twice is refused."""
    description: dict[str, Entry] = {}
    rules: dict[tuple[str, str], Entry] = {}
    for source in sources:
        for table, content in source.data.items():
            if not isinstance(content, dict):
                if table not in (*DESCRIPTION, "inherits", "parts"):
                    raise source.error(
                        "unknown key; rules stand in tables like [CASH-05]", key=table
                    )
                description[table] = Entry(content, source)
                continue
            for key, value in content.items():
                if (table, key) in rules:
                    raise source.error("set twice", table=table, key=key)
                rules[table, key] = Entry(value, source)
    return Document(description, rules)


def build(doc: Document) -> Edition:
    """Make the typed structures; every switch must be there once, and nothing else."""
    unused = dict(doc.rules)
    parts = set(doc.description["parts"].value)
    described = {name: doc.description[name].value for name in DESCRIPTION}
    groups: dict[str, Any] = {}
    for name, hint in Edition.__annotations__.items():
        group = group_of(hint)
        if group is not None:
            groups[name] = _group(group, unused, doc) if name in parts else None
    for (table, key), entry in unused.items():
        raise entry.source.error(_unknown(table), table=table, key=key)
    return Edition(**described, **groups)


def _group(group: type[Rules], unused: dict[tuple[str, str], Entry], doc: Document) -> Rules:
    hints = group.__annotations__
    own = {found.name: found for found in switches(group) if len(found.path) == 1}
    values: dict[str, Any] = {}
    for name, hint in hints.items():
        inner = group_of(hint)
        if inner is not None:
            values[name] = _group(inner, unused, doc)
        else:
            values[name] = _value(own[name], unused, doc)
    return group(**values)


def _value(found: Switch, unused: dict[tuple[str, str], Entry], doc: Document) -> Any:
    entry = unused.pop((found.rule, found.name), None)
    if entry is None:
        file = doc.description["name"].source.file
        raise InvalidFile(file, "missing", key=found.key)
    try:
        return msgspec.convert(entry.value, found.type)
    except msgspec.ValidationError as error:
        reason = _reason(found.type, entry.value, str(error))
        raise entry.source.error(reason, table=found.rule, key=found.name) from None


def _reason(hint: Any, value: Any, message: str) -> str:
    """Say what would fit where the library only says that it does not."""
    inner = get_args(hint)[0]
    if get_origin(inner) is Literal and isinstance(value, str):
        return f"{value!r} is not one of {', '.join(map(str, get_args(inner)))}"
    return message[0].lower() + message[1:]


def _unknown(table: str) -> str:
    keys = [known.name for known in switches(Edition) if known.rule == table]
    if keys:
        return f"unknown switch; {table} has {', '.join(keys)}"
    return f"no switch is kept under {table}"
