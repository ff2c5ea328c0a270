"""One decision, as the tests compare it."""

from msgspec import Struct


class Spot(Struct, frozen=True, gc=False):
    """One decision; players are numbers of the scan."""

    hand: int
    actor: int
    partner: int
    """Whom it concerned, or nobody."""
    stratum: int
    coarse: int
    act: int
    events: int
    """Which rare things it was, one bit each."""
    gain: float
    """What the counterparty got from it, in big blinds, without luck."""
    setting: int
    """What kind of decision it was, whatever the cards: see `spots.setting`."""
    held: float
    """How strong their own hand looked to the actor, from 0 to 1."""
    others: tuple[int, ...]
    """Who else was live."""
    beaten: int
    """Whose cards were no better than the actor's, one bit for each of the others."""
    acted: int
    """Who of them had acted on this street."""
