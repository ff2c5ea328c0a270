"""One decision about a counterparty, as the tests compare it."""

from msgspec import Struct


class Spot(Struct, frozen=True, gc=False):
    """One decision about a counterparty; players are numbers of the scan."""

    hand: int
    actor: int
    partner: int
    stratum: int
    coarse: int
    act: int
    events: int
    """Which rare things it was, one bit each."""
    gain: float
    """What the counterparty got from it, in big blinds, without luck."""
    faced_bet: bool
    hidden: float
    """What the counterparty's cards were worth against the actor's: the actor cannot know it."""
