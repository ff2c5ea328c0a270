"""The whole folder `tournaments/`: every file on its own, then what they say of each other."""

from collections.abc import Collection, Iterable, Mapping
from datetime import tzinfo
from typing import NamedTuple

from cardroom.errors import InvalidFile
from cardroom.rulebook import EDITIONS, Edition, house_rules
from cardroom.rulebook.source import Path, Source
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.file import published
from cardroom.tournament.timetable.file import read_file
from cardroom.tournament.timetable.occurrences import (
    OccurrenceKey,
    local,
    moment_ms,
    occurrences_of,
)
from cardroom.tournament.timetable.starts import GivenStarts
from cardroom.tournament.timetable.timetable import HouseDefaults, OnDemand, Scheduled, Timetable
from cardroom.units import euros

NOTHING: frozenset[OccurrenceKey] = frozenset()
BEGINNING_MS = -(10**14)
"""Before every date that a file can name."""


def read_timetable(
    files: Mapping[str, str],
    *,
    house: HouseDefaults,
    zone: tzinfo,
    now_ms: int,
    stored: Collection[OccurrenceKey] = NOTHING,
    seen_ms: int | None = None,
) -> Timetable:
    """What the files offer together, by file name; the first mistake is refused.

    A given start that is past was mistyped, unless `stored` has its key: then it was announced in
    its time. Of a tournament that was announced before, what has passed since a room last looked,
    at `seen_ms`, was missed (TAMB-100). A file that inherits an edition is one of house rules, for
    the others to name.
    """
    rules = {file: text for file, text in files.items() if "inherits" in Source(file, text).data}
    beside = _House(house, rules)
    found = [
        one
        for file, text in sorted(files.items())
        if file not in rules
        for one in read_file(text, file, house=house, editions=beside.find)
    ]
    timetable = Timetable(house_rules=beside.editions).with_more(found)
    try:
        _verify_names(found)
        _verify_each(timetable, found, zone, _Past(stored, seen_ms, now_ms))
    except _Problem as problem:
        source = Source(problem.file, files[problem.file])
        raise source.error(problem.reason, *problem.path) from None
    return timetable


def read_further(
    text: str,
    file: str,
    *,
    beside: Timetable,
    house: HouseDefaults,
    zone: tzinfo,
    now_ms: int,
    stored: Collection[OccurrenceKey] = NOTHING,
    seen_ms: int | None = None,
) -> list[Scheduled | OnDemand]:
    """What one more file adds to a timetable; it is refused where it does not go with the rest."""

    def editions(name: str) -> Edition | None:
        named = (one for one in beside.house_rules if one.name == name)
        return next(named, None) or published(name)

    found = read_file(text, file, house=house, editions=editions)
    together = beside.with_more(found)
    try:
        _verify_names([*beside.everything, *found])
        _verify_each(together, found, zone, _Past(stored, seen_ms, now_ms))
        _verify_fed(together, found)
    except _Problem as problem:
        raise Source(file, text).error(problem.reason, *problem.path) from None
    return found


def without_target(timetable: Timetable) -> Scheduled | OnDemand | None:
    """A satellite of a timetable that feeds nothing in it (TYP-05)."""
    for one in timetable.everything:
        try:
            _verify_target(timetable, one.file, one.definition)
        except _Problem:
            return one
    return None


class _House:
    """The rules that files may name: published ones, those of the room, those in the folder."""

    def __init__(self, house: HouseDefaults, rules: Mapping[str, str]) -> None:
        self._by_file = {
            file.rpartition("/")[2]: house_rules(text, file) for file, text in rules.items()
        }
        self.editions = (house.edition, *self._by_file.values())
        names = [one.name for one in self._by_file.values()]
        for file, one in self._by_file.items():
            if names.count(one.name) > 1 or one.name in (house.edition.name, *EDITIONS):
                reason = f"other rules are called '{one.name}'"
                raise InvalidFile(file, reason, key="name")

    def find(self, name: str) -> Edition | None:
        return self._by_file.get(name) or published(name)


class _Past(NamedTuple):
    """What a room knows of starts that are past."""

    stored: Collection[OccurrenceKey]
    seen_ms: int | None
    now_ms: int

    def until_ms(self, schedule: str) -> int:
        """Until when every start must be stored: what a known schedule has after that was missed,
        such as a second phase while the room was down."""
        if self.seen_ms is None or all(key.schedule != schedule for key in self.stored):
            return self.now_ms
        return min(self.now_ms, self.seen_ms)


class _Problem(Exception):
    """A file that does not go with the others or with the time."""

    def __init__(self, file: str, reason: str, *path: str | int) -> None:
        super().__init__(reason)
        self.file = file
        self.reason = reason
        self.path: Path = path


def _verify_each(
    timetable: Timetable,
    found: Iterable[Scheduled | OnDemand],
    zone: tzinfo,
    past: _Past,
) -> None:
    """What each must keep to beside the others, and beside the time."""
    for one in found:
        _verify_target(timetable, one.file, one.definition)
        if isinstance(one, Scheduled):
            _verify_future(one, zone, past)
            _verify_final(one, zone)


def _verify_names(found: Iterable[Scheduled | OnDemand]) -> None:
    """A name is what players and stored keys tell tournaments apart by."""
    files: dict[str, str] = {}
    for one in found:
        name = one.name.casefold()
        if name in files:
            reason = f"another tournament is called '{one.name}', in {files[name]}"
            raise _Problem(one.file, reason, "name")
        files[name] = one.file


def _verify_target(timetable: Timetable, file: str, definition: Definition) -> None:
    """A satellite feeds a tournament that is held, at its full price, or a live event (TYP-05)."""
    satellite = definition.satellite
    if satellite is None or satellite.package:
        return
    targets = timetable.targets_of(definition)
    if not targets:
        reason = f"no tournament here has the ticket_word '{satellite.target}' (TYP-05)"
        raise _Problem(file, reason, "satellite", "target")
    for target in targets:
        price = target.definition.price_cents
        if price != satellite.seat_price_cents:
            reason = f"a seat in '{target.name}' costs {price}, which is {euros(price)} (TAMB-67)"
            raise _Problem(file, reason, "satellite", "seat_price_cents")


def _verify_fed(timetable: Timetable, found: Iterable[Scheduled | OnDemand]) -> None:
    """A further tournament costs what satellites give its seats for (TAMB-67)."""
    for one in found:
        for other in timetable.everything:
            satellite, definition = other.definition.satellite, one.definition
            if satellite is None or satellite.package or satellite.target != definition.ticket_word:
                continue
            price = satellite.seat_price_cents
            if isinstance(one, Scheduled) and price != definition.price_cents:
                reason = f"the seats of '{other.name}' cost {price}, which is {euros(price)}"
                raise _Problem(one.file, f"{reason} (TAMB-67)", "price_cents")


def _verify_future(scheduled: Scheduled, zone: tzinfo, past: _Past) -> None:
    if not isinstance(scheduled.starts, GivenStarts):
        return
    until_ms = past.until_ms(scheduled.name)
    for one in occurrences_of(scheduled, zone, BEGINNING_MS, until_ms + 1):
        if one.key not in past.stored:
            key = "final" if one.phase == "final" else "starts"
            reason = f"{_shown(zone, one.starts_ms)} is past: it would never start"
            raise _Problem(scheduled.file, reason, "schedule", key)


def _verify_final(scheduled: Scheduled, zone: tzinfo) -> None:
    """The last flight plays its levels before the second phase begins (TYP-12, TAMB-76)."""
    phased, starts = scheduled.definition.phased, scheduled.starts
    if phased is None or not isinstance(starts, GivenStarts) or starts.final is None:
        return
    level_ms = 1000 * scheduled.definition.blinds.level_s
    over_ms = moment_ms(zone, starts.moments[-1]) + phased.first_phase_levels * level_ms
    if moment_ms(zone, starts.final) < over_ms:
        earliest = _shown(zone, over_ms)
        reason = f"the schedule overlaps itself: the last flight is not over before {earliest}"
        raise _Problem(scheduled.file, reason, "schedule", "final")


def _shown(zone: tzinfo, at_ms: int) -> str:
    return local(zone, at_ms).strftime("%Y-%m-%d %H:%M")
