"""How a rule becomes a typed field with a rule ID: a switch has a choice, a ruling has none."""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from cardroom.rulebook.source import header


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of switches and rulings, or one row of a table of them."""


def switch(*rules: str, **limits: Any) -> msgspec.Meta:
    """Mark a field as the place where `rules` are kept; the first names its table in the TOML data.

    `limits` are those of `msgspec.Meta`: `ge`, `le`, `min_length`, `pattern` and so on.
    """
    return msgspec.Meta(extra={"rules": rules, "ruling": False}, **limits)


def ruling(*rules: str, **limits: Any) -> msgspec.Meta:
    """Mark a field whose type has one possible value: house rules may repeat it, not change it."""
    return msgspec.Meta(extra={"rules": rules, "ruling": True}, **limits)


class RuleField(msgspec.Struct, frozen=True):
    """One field of an edition, a switch or a ruling: its place in the structures and its rules."""

    path: tuple[str, ...]
    rules: tuple[str, ...]
    type: Any
    is_ruling: bool

    @property
    def name(self) -> str:
        """The key in the TOML data, below the rule's own table."""
        return self.path[-1]

    @property
    def rule(self) -> str:
        """The rule under which the TOML data keeps the field."""
        return self.rules[0]

    @property
    def key(self) -> str:
        """How messages name the field: `[AMB-30] heads_up_continuation`."""
        return f"{header(self.rule)} {self.name}"

    def value(self, edition: Rules) -> Any:
        """What `edition` says; None when the edition has no such part at all."""
        value: Any = edition
        for step in self.path:
            if value is None:
                return None
            value = getattr(value, step)
        return value


def switches(group: type[Rules]) -> Iterator[RuleField]:
    """What house rules may change in a group and in the groups inside it."""
    return (field for field in rule_fields(group) if not field.is_ruling)


def rulings(group: type[Rules]) -> Iterator[RuleField]:
    """What is decided for good in a group and in the groups inside it."""
    return (field for field in rule_fields(group) if field.is_ruling)


def rule_fields(group: type[Rules], path: tuple[str, ...] = ()) -> Iterator[RuleField]:
    """All switches and rulings of a group and of the groups inside it, as they are defined."""
    for name, hint in get_type_hints(group, include_extras=True).items():
        inner = group_of(hint)
        if inner is not None:
            yield from rule_fields(inner, (*path, name))
        elif get_origin(hint) is Annotated:
            for meta in hint.__metadata__:
                if isinstance(meta, msgspec.Meta) and meta.extra and "rules" in meta.extra:
                    yield RuleField(
                        path=(*path, name),
                        rules=meta.extra["rules"],
                        type=hint,
                        is_ruling=meta.extra["ruling"],
                    )


def group_of(hint: Any) -> type[Rules] | None:
    """The group of rules that a field holds, also when the field may be None."""
    choices = get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)
    groups = [choice for choice in choices if choice is not NoneType]
    if len(groups) == 1 and isinstance(groups[0], type) and issubclass(groups[0], Rules):
        return groups[0]
    return None
