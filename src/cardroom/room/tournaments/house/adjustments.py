"""What was changed about a tournament before its start: kept beside it, for a restart.

Its papers say what was announced and stay as they are; a later start, by staff or because the room
was down, and another number of practice players lie on top of them.
"""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

import msgspec

from cardroom.errors import OperatorRefused
from cardroom.ledger import TournamentId
from cardroom.room.noticeboard import PlayerNotice
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.changes import change_notices
from cardroom.room.tournaments.house.entering import practice_entries
from cardroom.room.tournaments.house_messages import ChangePracticePlayers, DelayStart
from cardroom.room.tournaments.notices import MovedBy, TournamentMoved
from cardroom.room.tournaments.services import TournamentServices

KEPT = "adjusted:"
"""Under this word and its number the store keeps what was changed about a tournament."""


class Adjustment(msgspec.Struct, frozen=True, kw_only=True):
    """A later start, and this many practice players at the most."""

    starts_ms: int | None
    practice_players: int
    moved_by: MovedBy = ""
    planned_ms: int | None = None
    """The start that a crash has moved: how late it is counts from then (TAMB-100)."""


async def kept_adjustments(
    services: TournamentServices, unfinished: Collection[TournamentId]
) -> dict[TournamentId, Adjustment]:
    """What staff had changed about tournaments that go on; of others it is forgotten."""
    kept = await retry_while_unavailable(services.schedules.kept_queues)
    found: dict[TournamentId, Adjustment] = {}
    for name, record in kept.items():
        if not name.startswith(KEPT):
            continue
        number = TournamentId(int(name.removeprefix(KEPT)))
        if number in unfinished:
            found[number] = msgspec.json.decode(record, type=Adjustment)
        else:
            await _keep(services, name, b"")
    return found


async def delay(actor: TournamentActor, message: DelayStart) -> None:
    """Start later than announced (TRN-02, TAMB-96)."""
    starts_ms = message.starts_ms
    _verify_not_started(actor)
    if actor.starts_ms is None:
        raise OperatorRefused("TRN-02", "starts_when_it_is_full")
    if starts_ms <= max(actor.starts_ms, actor.clock.now_ms()):
        raise OperatorRefused("TRN-02", "not_later", {"starts_ms": actor.starts_ms})
    await _notify_delayed(actor, starts_ms)
    made = _adjustment_of(actor, starts_ms=starts_ms, moved_by="staff", planned_ms=starts_ms)
    await _adjust(actor, made)
    _tell_entrants(actor)


async def hold_late(actor: TournamentActor, starts_ms: int) -> None:
    """The room was down at the start: hold it later, also if the room goes down again (TAMB-100).

    Players hear of it when they come back: nobody is there yet.
    """
    await _notify_delayed(actor, starts_ms)
    made = _adjustment_of(actor, starts_ms=starts_ms, moved_by="crash")
    await _adjust(actor, made)


async def change_practice_players(actor: TournamentActor, message: ChangePracticePlayers) -> int:
    """Let this many practice players in; surplus ones leave. How many have left (FAIR-07)."""
    count = message.count
    _verify_not_started(actor)
    now = actor.clock.now_ms()
    registered = actor.registered_people()
    await _notify(actor, change_notices(actor.charter, registered, "practice_players", now))
    await _adjust(actor, _adjustment_of(actor, practice_players=count))
    removed = 0
    for player in reversed(list(actor.tournament.desk.living)):
        if practice_entries(actor) <= count:
            break
        if actor.kind_of(player) == "practice":
            await actor.decide(partial(actor.tournament.unregister, player, by_house=True))
            removed += 1
    return removed


async def _notify_delayed(actor: TournamentActor, starts_ms: int) -> None:
    """Have everybody who is registered hear that it starts later (TRN-02)."""
    now = actor.clock.now_ms()
    told = change_notices(actor.charter, actor.registered_people(), "delayed", now, starts_ms)
    await _notify(actor, told)


async def _notify(actor: TournamentActor, notices: Sequence[PlayerNotice]) -> None:
    """Have everybody who is registered hear of a change, before it is kept: should the room end in
    between, the operator asks again, and nobody hears of it twice."""
    if notices:
        await actor.decide(lambda _at_ms: None, notices=tuple(notices))


def _verify_not_started(actor: TournamentActor) -> None:
    if actor.tournament.has_started or actor.tournament.is_over:
        raise OperatorRefused("TAMB-96", "has_started")


def _adjustment_of(actor: TournamentActor, **changes: Any) -> Adjustment:
    """What is changed about a tournament by now, and these changes."""
    return msgspec.structs.replace(
        Adjustment(
            starts_ms=actor.starts_ms,
            practice_players=actor.practice_players,
            moved_by=actor.moved_by,
            planned_ms=actor.planned_ms,
        ),
        **changes,
    )


async def _adjust(actor: TournamentActor, made: Adjustment) -> None:
    await _keep(actor.services, f"{KEPT}{actor.id}", msgspec.json.encode(made))
    apply_adjustment(actor, made)
    for listener in actor.listeners:
        listener.stored(actor, ())


def apply_adjustment(actor: TournamentActor, made: Adjustment) -> None:
    """Lay on top of its papers what was changed."""
    actor.move_start(made.starts_ms, made.moved_by, made.planned_ms)
    actor.practice_players = made.practice_players
    actor.status.publish_status()


def _tell_entrants(actor: TournamentActor) -> None:
    assert actor.starts_ms is not None
    moved = TournamentMoved(
        tournament=actor.id,
        name=actor.charter.name,
        starts_ms=actor.starts_ms,
        by=actor.moved_by,
    )
    for player in actor.tournament.desk.living:
        actor.services.switchboard.tell(player, moved)


async def _keep(services: TournamentServices, name: str, record: bytes) -> None:
    await retry_while_unavailable(lambda: services.schedules.keep_queue(name, record))
