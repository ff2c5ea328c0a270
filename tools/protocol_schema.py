"""The machine-readable schema of the protocol, made from the Python types.

`make schema` writes it to docs/schema/protocol.json; a test fails when that file is stale. Types
for other languages, fuzzers and documentation start from it.
"""

from pathlib import Path
from typing import Any

import msgspec

from cardroom.cash.events import AnyTableEvent
from cardroom.cash.lobby_events import (
    OfferLapsed,
    Queued,
    QueueLeft,
    SeatOffered,
    TableClosing,
)
from cardroom.engine.events import AnyEvent
from cardroom.room.cash.lobby_views import LobbyView, MeView, StakesChanged
from cardroom.room.cash.views import AnyCashNotice, TableView
from cardroom.room.fair.draw_notices import AnyDrawNotice
from cardroom.room.fair.notices import AnyFairNotice
from cardroom.room.net import Net
from cardroom.room.noticeboard import Noticed
from cardroom.room.notices import AnyNotice
from cardroom.room.tables.notices import AnyTableNotice
from cardroom.room.tournaments.notices import AnyTournamentNotice
from cardroom.room.tournaments.pages.channel import TournamentChanged
from cardroom.room.tournaments.pages.details import TournamentView
from cardroom.room.tournaments.pages.listing import TournamentsChanged, TournamentsView
from cardroom.room.tournaments.tables.views import (
    GameChanged,
    HandTakenBack,
    SeatsChanged,
    TablesMerged,
    TournamentTableView,
)
from cardroom.server.api.openapi import with_plain_patterns
from cardroom.server.limits import MESSAGE_BYTES_MAX, MESSAGE_DEPTH_MAX
from cardroom.server.sockets.messages import PROTOCOL, CloseCode, Incoming, Outgoing

EventBody = (
    AnyEvent
    | AnyTableEvent
    | AnyNotice
    | AnyTableNotice
    | AnyFairNotice
    | AnyDrawNotice
    | AnyCashNotice
    | StakesChanged
    | TableClosing
    | SeatOffered
    | Queued
    | QueueLeft
    | OfferLapsed
    | AnyTournamentNotice
    | TournamentChanged
    | TournamentsChanged
    | SeatsChanged
    | GameChanged
    | HandTakenBack
    | TablesMerged
    | Noticed
)
"""What the `d` of an event may be: of a hand, of a table, of the lobbies, of the room."""
SNAPSHOTS: dict[str, Any] = {
    "lobby": LobbyView,
    "me": MeView,
    "table": TableView,
    "tournament_table": TournamentTableView,
    "tournament": TournamentView,
    "tournaments": TournamentsView,
}
"""What the `d` of a snapshot is, by its channel; a table of a tournament has one of its own."""
FILE = Path("docs") / "schema" / "protocol.json"


def schema() -> dict[str, Any]:
    """Everything a client needs to know about the messages."""
    types = (Incoming, Outgoing, EventBody, *SNAPSHOTS.values())
    (incoming, outgoing, event, *views), components = msgspec.json.schema_components(
        types, ref_template="#/$defs/{name}"
    )
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cardroom protocol",
        "protocol": PROTOCOL,
        "limits": {"bytes": MESSAGE_BYTES_MAX, "depth": MESSAGE_DEPTH_MAX},
        "closeCodes": {code.name.lower(): code.value for code in CloseCode},
        "rules": {rule.name.lower(): rule.value for rule in Net},
        "incoming": incoming,
        "outgoing": outgoing,
        "event": event,
        "snapshots": dict(zip(SNAPSHOTS, views, strict=True)),
        "$defs": components,
    }
    return with_plain_patterns(made)


def text() -> str:
    """The content of the file."""
    packed = msgspec.json.encode(schema(), order="sorted")
    return msgspec.json.format(packed, indent=1).decode() + "\n"
