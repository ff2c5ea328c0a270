"""What the rules leave to the house."""

import msgspec


class LobbyLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How much there may be of what players can ask for."""

    seats_per_player: int = 24
    """Seats, offered seats and queue entries of one player together."""
    tables: int = 20_000
    offer_ms: int = 60_000
    """How long an offered seat waits for the buy-in."""
