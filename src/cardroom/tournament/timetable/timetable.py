"""What the house offers: tournaments that start at a time, and games that start when they fill."""

from collections.abc import Iterable

import msgspec

from cardroom.rulebook import Edition, edition
from cardroom.tournament.definition import Definition
from cardroom.tournament.timetable.starts import Starts


class HouseDefaults(msgspec.Struct, frozen=True):
    """What a file may leave to the house: its rules, and the money that it plays for."""

    edition: Edition
    currency: str


class Scheduled(msgspec.Struct, frozen=True, kw_only=True):
    """One tournament with its start times (TRN-02); its name is in the key of every occurrence."""

    name: str
    file: str
    definition: Definition
    starts: Starts
    announced_s: int
    opens_s: int
    practice_players: int
    """How many practice players may enter at the most."""
    programs: bool
    """Whether programs may enter (FAIR-07)."""


class OnDemand(msgspec.Struct, frozen=True, kw_only=True):
    """A Sit & Go or HexaPro game at one buy-in: as soon as one starts, the next opens (TYP-02)."""

    name: str
    file: str
    definition: Definition
    games_max: int
    """How many games may be bought at once (HEX-03)."""
    practice_players: int
    """How many practice players may sit in one game at the most."""
    programs: bool
    """Whether programs may enter (FAIR-07)."""


class Timetable(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the house offers; no two of them have the same name."""

    scheduled: tuple[Scheduled, ...] = ()
    on_demand: tuple[OnDemand, ...] = ()
    house_rules: tuple[Edition, ...] = ()
    """Those of the room, and those that lie in the folder."""

    def edition_of(self, definition: Definition) -> Edition:
        """The rules that a tournament names (TAMB-93)."""
        named = (one for one in self.house_rules if one.name == definition.edition)
        return next(named, None) or edition(definition.edition)

    @property
    def everything(self) -> tuple[Scheduled | OnDemand, ...]:
        """Tournaments with start times, and games on demand."""
        return (*self.scheduled, *self.on_demand)

    def with_more(self, found: Iterable[Scheduled | OnDemand]) -> "Timetable":
        """This timetable and what further files offer."""
        more = tuple(found)
        return Timetable(
            scheduled=(*self.scheduled, *(one for one in more if isinstance(one, Scheduled))),
            on_demand=(*self.on_demand, *(one for one in more if isinstance(one, OnDemand))),
            house_rules=self.house_rules,
        )

    def without(self, gone: Iterable[Scheduled | OnDemand]) -> "Timetable":
        """This timetable without what is offered no more."""
        names = {one.name for one in gone}
        return Timetable(
            scheduled=tuple(one for one in self.scheduled if one.name not in names),
            on_demand=tuple(one for one in self.on_demand if one.name not in names),
            house_rules=self.house_rules,
        )

    def scheduled_by(self, name: str) -> Scheduled | None:
        """The tournament of that name with start times."""
        return next((one for one in self.scheduled if one.name == name), None)

    def targets_of(self, definition: Definition) -> tuple[Scheduled, ...]:
        """The tournaments that the winners of a satellite can enter (TYP-04, TYP-05)."""
        if definition.satellite is None:
            return ()
        word = definition.satellite.target
        return tuple(one for one in self.scheduled if one.definition.ticket_word == word)
