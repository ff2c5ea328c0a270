"""Whatever a tournament is asked is a frozen message, and each has a handler."""

from collections.abc import Iterator
from inspect import signature
from typing import Any, get_type_hints

from cardroom.room.tournaments import house_messages
from cardroom.room.tournaments.house.handlers import HANDLERS
from cardroom.room.tournaments.house.messages import ToHouse
from cardroom.room.tournaments.messages import Command, FromTable, ToTable, ToTournament

GROUPS = {house_messages.StaffDecision, house_messages.JointStep}
"""What several messages have in common, and nobody sends."""


def kinds(base: type[Any]) -> Iterator[type[Any]]:
    """The messages below a base; msgspec makes classes of its own for the generic ones."""
    for one in base.__subclasses__():
        yield one
        yield from kinds(one)


def test_every_message_to_a_tournament_has_one_who_does_it() -> None:
    said = {one for one in kinds(ToTournament) if one.__module__ == house_messages.__name__}
    assert said - GROUPS == set(HANDLERS)


def test_whoever_does_it_reads_that_message() -> None:
    for message, handler in HANDLERS.items():
        name = list(signature(handler).parameters)[1]
        read = get_type_hints(handler)[name]
        assert issubclass(message, read), f"{handler.__name__} does not read {message.__name__}"


def test_messages_are_frozen_and_carry_no_function() -> None:
    messages = [one for base in (Command, FromTable, ToTable) for one in kinds(base)]
    assert len(messages) > 40
    assert any(issubclass(one, ToHouse) for one in messages)
    for message in messages:
        assert message.__struct_config__.frozen, message
        for name, kind in get_type_hints(message).items():
            assert "Callable" not in str(kind), f"{message.__name__}.{name} is a function"
