"""The rulebook of one edition as pages: every rule in words, with its values there."""

from functools import cached_property
from typing import Any

import msgspec

from cardroom.ledger import invariants
from cardroom.room import net
from cardroom.rulebook import Edition, RuleField, rule_fields
from cardroom.rulebook.texts import RuleText, rule_texts

PARTS = {"cash.md": "cash", "tournaments.md": "tournament", "live.md": "live"}
"""The part of an edition that each file of the catalogue describes."""


OTHERS: dict[str, RuleText] = {
    number: RuleText(id=number, title=text, text=text, file=file)
    for file, sentences in (("network", net.SENTENCES), ("ledger", invariants.SENTENCES))
    for number, text in sentences.items()
}
"""What the network and the ledger refuse has a number too, and one sentence."""


class RuleValue(msgspec.Struct, frozen=True, kw_only=True):
    """What the room's edition says about one switch of a rule, or how it was ruled.

    House rules may set a switch. A ruling has one possible value, which they cannot change.
    """

    switch: str
    value: Any
    ruling: bool


class RoomRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule of the catalogue; `text` is Markdown, `values` are those of the room's edition."""

    id: str
    group: str
    part: str
    title: str
    text: str
    values: tuple[RuleValue, ...]


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """All rules of the parts that the room's edition has."""

    edition: str
    title: str
    rules: tuple[RoomRule, ...]


class RulePages:
    """The pages of one edition, made when they are first asked for."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that the edition has."""
        return tuple(part for part in PARTS.values() if getattr(self.edition, part) is not None)

    @cached_property
    def encoded(self) -> bytes:
        """The whole rulebook as JSON."""
        texts = [one for one in rule_texts().values() if PARTS[one.file] in self.parts]
        pages = [self._page(one) for one in (*texts, *OTHERS.values())]
        book = Rulebook(edition=self.edition.name, title=self.edition.title, rules=tuple(pages))
        return msgspec.json.encode(book)

    def page(self, number: str) -> RoomRule | None:
        """One rule of any part, by its number in capital or small letters."""
        texts = rule_texts() | OTHERS
        name = next((one for one in texts if one.upper() == number.upper()), None)
        return None if name is None else self._page(texts[name])

    def _page(self, text: RuleText) -> RoomRule:
        kept = self._fields.get(text.id, [])
        return RoomRule(
            id=text.id,
            group=text.group,
            part=PARTS.get(text.file, text.file),
            title=text.title,
            text=text.text,
            values=tuple(
                RuleValue(
                    switch=".".join(known.path),
                    value=known.value(self.edition),
                    ruling=known.is_ruling,
                )
                for known in kept
                if known.value(self.edition) is not None
            ),
        )

    @cached_property
    def _fields(self) -> dict[str, list[RuleField]]:
        found: dict[str, list[RuleField]] = {}
        for known in rule_fields(Edition):
            for name in known.rules:
                found.setdefault(name, []).append(known)
        return found
