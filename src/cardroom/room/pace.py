"""How fast a table plays when nobody is thinking: the pauses between a hand and the next."""

import msgspec

from cardroom.engine.hand import Hand


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """Pauses in milliseconds: time to see who won, and with what."""

    won_without_showdown_ms: int = 1_200
    showdown_ms: int = 2_500
    each_further_hand_ms: int = 500
    showdown_ms_max: int = 5_000
    street_of_run_out_ms: int = 1_200
    first_hand_ms: int = 1_000
    intention_ms_least: int = 250
    intention_ms_spread: int = 350
    """A pre-selected action waits a little, so that its timing does not give it away."""
    return_after_restart_ms: int = 30_000
    """How long a table waits for its players after a restart, before it deals."""

    def after(self, hand: Hand, *, run_out_streets: int) -> int:
        """The pause after a finished hand."""
        shown = len(hand.shown)
        if shown == 0:
            return self.won_without_showdown_ms
        hold = self.showdown_ms + (shown - 1) * self.each_further_hand_ms
        return min(hold, self.showdown_ms_max) + run_out_streets * self.street_of_run_out_ms
