"""From TOML to a typed edition. What does not fit is refused with file, line, key and reason."""

import re
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from cardroom.errors import InvalidFile, UsageError
from cardroom.rulebook.checks import Problem, problems
from cardroom.rulebook.edition import Edition
from cardroom.rulebook.source import Source, header, written
from cardroom.rulebook.suggestions import did_you_mean, unknown_rule, unknown_switch
from cardroom.rulebook.switch import RuleField, Rules, group_of, rule_fields
from cardroom.rulebook.texts import rule_texts
from cardroom.struct_errors import StructError, shown, struct_error, wanted

EDITIONS = ("en-2.2", "fr-2.2", "en-2.7", "nl-3.0", "live")
"""The names of the published editions."""
DESCRIPTION = ("name", "title", "version", "dated", "language")
NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,39}")
"""How house rules may be called: hands and tournaments store this name."""

Key = tuple[str, str]
"""A switch in the data: the rule that names its table, and its own name."""


class Entry(NamedTuple):
    """A value as written, and the file it was written in."""

    value: Any
    source: Source


class Document(NamedTuple):
    """An edition before its types: the values under each rule, and where they are."""

    description: dict[str, Entry]
    rules: dict[Key, Entry]

    def over(self, inherited: "Document") -> "Document":
        """This document laid over the one that it inherits."""
        return Document(
            {**inherited.description, **self.description}, {**inherited.rules, **self.rules}
        )


@cache
def edition(name: str) -> Edition:
    """One of the published editions, by its name."""
    if name not in EDITIONS:
        raise UsageError(f"There is no edition '{name}'; there are {', '.join(EDITIONS)}.")
    doc = document(name)
    built = build(doc)
    for problem in problems(built):
        raise doc.rules[problem[:2]].source.error(problem.reason, *problem[:2])
    return built


def house_rules(text: str, file: str) -> Edition:
    """An operator's own rules: a published edition that `text` inherits, with single switches set.

    `file` is the name for messages, and for the rules themselves when they set none.
    """
    source = Source(file, text)
    own = read([source])
    base = _inherited(source)
    own.description["inherits"] = Entry(base, source)
    own.description["name"] = Entry(_name(source), source)
    own.description.setdefault("title", Entry(f"House rules on {base}", source))
    built = build(own.over(document(base)))
    for problem in problems(built):
        raise _blamed(problem, own, source)
    return built


def _inherited(source: Source) -> str:
    """The published edition that house rules build on."""
    known = ", ".join(EDITIONS)
    base = source.data.get("inherits")
    if base is None:
        raise source.error(f"missing; name the edition to build on: {known}", "inherits")
    if base not in EDITIONS:
        near = did_you_mean(str(base), EDITIONS)
        raise source.error(f"{shown(base)} is not one of {known}{near}", "inherits")
    return str(base)


def _name(source: Source) -> str:
    """What the house rules are called: as they say, or like their file."""
    stem = re.split(r"[/\\]", source.file)[-1].removesuffix(".toml").lower()
    name = source.data.get("name") or re.sub(r"[^a-z0-9.]+", "-", stem).strip("-.") or "house"
    if not NAME.fullmatch(str(name)):
        raise source.error(
            f"{shown(name)} is not a valid name; use up to 40 of a-z, 0-9, '.' and '-'", "name"
        )
    if name in EDITIONS:
        raise source.error(f"{shown(name)} is a published edition; choose another", "name")
    return str(name)


def _blamed(problem: Problem, own: Document, source: Source) -> InvalidFile:
    """Name the switch of the house rules that makes the problem, also when it shows elsewhere."""
    if problem[:2] in own.rules:
        return source.error(problem.reason, *problem[:2])
    guilty = next((key for key in own.rules if problem not in _problems_without(key, own)), ())
    shows = f"makes {header(problem.rule)} {problem.key} wrong" if guilty else written(problem[:2])
    return source.error(f"{shows}: {problem.reason}", *guilty)


def _problems_without(key: Key, own: Document) -> list[Problem]:
    others = {other: entry for other, entry in own.rules.items() if other != key}
    base = document(own.description["inherits"].value)
    return list(problems(build(Document(own.description, others).over(base))))


@cache
def document(name: str) -> Document:
    """The files of one packaged edition, laid over those of the edition it inherits."""
    folder = files("cardroom.rulebook") / "editions" / name
    sources = [
        Source(f"{name}/{file.name}", file.read_text(encoding="utf-8"))
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".toml")
    ]
    own = read(sources, extra=("parts",))
    base = own.description.pop("inherits", None)
    return own if base is None else own.over(document(base.value))


def read(sources: list[Source], *, extra: tuple[str, ...] = ()) -> Document:
    """Sort what the files say into description and rules; the same switch twice is refused."""
    doc = Document({}, {})
    for source in sources:
        for table, content in source.data.items():
            if not isinstance(content, dict):
                _describe(table, content, source, doc, extra)
                continue
            if not content and table not in rule_texts():
                raise source.error(unknown_rule(table), table)
            for key, value in content.items():
                if (table, key) in doc.rules:
                    raise source.error("set twice", table, key)
                doc.rules[table, key] = Entry(value, source)
    return doc


def _describe(key: str, value: Any, source: Source, doc: Document, extra: tuple[str, ...]) -> None:
    known = (*DESCRIPTION, "inherits", *extra)
    if key in rule_texts():
        raise source.error(f"write it as a table of switches, headed {header(key)}", key)
    if key not in known:
        near = did_you_mean(key, known)
        raise source.error(f"unknown key{near or '; switches go into tables like [CASH-05]'}", key)
    if not isinstance(value, str) and key not in extra:
        raise source.error(f"must be text in quotes, not {shown(value)}", key)
    doc.description[key] = Entry(value, source)


def build(doc: Document) -> Edition:
    """Make the typed structures; every switch must be there once, and nothing else."""
    unused = dict(doc.rules)
    parts = set(doc.description["parts"].value)
    described = {
        name: doc.description[name].value
        for name in (*DESCRIPTION, "inherits")
        if name in doc.description
    }
    groups: dict[str, Any] = {}
    for name, hint in Edition.__annotations__.items():
        group = group_of(hint)
        if group is not None:
            groups[name] = _group(group, unused, doc) if name in parts else None
    for (table, key), entry in unused.items():
        raise _unknown(table, key, entry, parts)
    return Edition(**described, **groups)


def _group(group: type[Rules], unused: dict[Key, Entry], doc: Document) -> Rules:
    own = {found.name: found for found in rule_fields(group) if len(found.path) == 1}
    values: dict[str, Any] = {}
    for name, hint in group.__annotations__.items():
        inner = group_of(hint)
        if inner is not None:
            values[name] = _group(inner, unused, doc)
        else:
            values[name] = _value(own[name], unused, doc)
    return group(**values)


def _value(found: RuleField, unused: dict[Key, Entry], doc: Document) -> Any:
    entry = unused.pop((found.rule, found.name), None)
    if entry is None:
        raise InvalidFile(doc.description["name"].source.file, "missing", key=found.key)
    try:
        return msgspec.convert(entry.value, found.type)
    except msgspec.ValidationError as error:
        wrong = struct_error(entry.value, found.type, error)
        if found.is_ruling:
            reason = f"a ruling that house rules cannot change: it is {wanted(found.type)}"
            wrong = StructError((), reason)
        raise entry.source.error(wrong.reason, found.rule, found.name, *wrong.path) from None


def _unknown(table: str, key: str, entry: Entry, parts: set[str]) -> InvalidFile:
    if isinstance(entry.value, dict) and f"{table}.{key}" in _tables():
        # TOML reads [LIVE-27.p1] as a table p1 inside LIVE-27.
        return entry.source.error(f'write quotes around the rule: ["{table}.{key}"]', table, key)
    return entry.source.error(unknown_switch(table, key, parts), table, key)


def _tables() -> set[str]:
    return {found.rule for found in rule_fields(Edition)}
