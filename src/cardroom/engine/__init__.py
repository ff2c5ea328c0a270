"""What a hand does: betting, pots, button and blinds, events, views per seat."""

from cardroom.engine.answers import Options, Pot
from cardroom.engine.chance import RandBelow
from cardroom.engine.events import (
    Event,
    HandStarted,
    Post,
    Rake,
    decode_events,
    encode_events,
)
from cardroom.engine.hand import Hand, replay
from cardroom.engine.positions import NextHand, Positions
from cardroom.engine.starting import forced_bets, stacked_deck
from cardroom.engine.views import (
    HandView,
    Viewer,
    events_for,
    redacted,
    stored_events_for,
    view,
)

__all__ = [
    "Event",
    "Hand",
    "HandStarted",
    "HandView",
    "NextHand",
    "Options",
    "Positions",
    "Post",
    "Pot",
    "Rake",
    "RandBelow",
    "Viewer",
    "decode_events",
    "encode_events",
    "events_for",
    "forced_bets",
    "redacted",
    "replay",
    "stacked_deck",
    "stored_events_for",
    "view",
]
