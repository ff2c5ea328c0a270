"""Messages about tournaments to the operator's systems, written with the step that they report."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from cardroom.ledger import Message, PlayerId
from cardroom.room.tournaments.charter import Charter
from cardroom.tournament.desk_events import Registered, Unregistered
from cardroom.tournament.events import (
    KnockedOut,
    PlaceTaken,
    StaffAlerted,
    TournamentEnded,
    TournamentEvent,
    TournamentStarted,
)
from cardroom.tournament.ids import EntryId


def messages_of(
    charter: Charter, events: Sequence[TournamentEvent], players: Mapping[EntryId, PlayerId]
) -> tuple[Message, ...]:
    """What the operator's systems hear of a step; `players` knows who held an entry before it."""
    known = dict(players)
    known |= {event.entry: event.player for event in events if isinstance(event, Registered)}
    return tuple(
        Message(
            f"tournament.{subject}",
            msgspec.json.encode({"tournament": charter.id, "name": charter.name, **content}),
        )
        for event in events
        for subject, content in _of(event, known)
    )


def _of(
    event: TournamentEvent, players: Mapping[EntryId, PlayerId]
) -> Iterator[tuple[str, Mapping[str, object]]]:
    match event:
        case Registered(entry=entry, player=player, price=price, payment=payment, at_ms=at_ms):
            yield (
                "registered",
                {
                    "entry": entry,
                    "player": player,
                    "price": price.total,
                    "paid_by": payment.means,
                    "at_ms": at_ms,
                },
            )
        case Unregistered(entry=entry, at_ms=at_ms):
            yield "unregistered", {"entry": entry, "player": players[entry], "at_ms": at_ms}
        case TournamentStarted(at_ms=at_ms):
            yield "started", {"at_ms": at_ms}
        case KnockedOut(entry=entry, cause=cause, at_ms=at_ms):
            content = {"entry": entry, "player": players[entry], "cause": cause, "at_ms": at_ms}
            yield "knocked_out", content
        case PlaceTaken(entry=entry, place=place, at_ms=at_ms):
            content = {"entry": entry, "player": players[entry], "place": place, "at_ms": at_ms}
            yield "placed", content
        case StaffAlerted(at_ms=at_ms):
            yield "left_open", {"at_ms": at_ms}
        case TournamentEnded(cause="cancelled", at_ms=at_ms):
            yield "cancelled", {"at_ms": at_ms}
        case TournamentEnded(cause=cause, at_ms=at_ms):
            yield "finished", {"cause": cause, "at_ms": at_ms}
