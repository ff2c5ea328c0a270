"""How fast a table plays when nobody is thinking: the pauses between its phases."""

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.engine.events import BoardDealt, Called, Checked, Folded, Posted, Raised
from cardroom.engine.hand import Hand

Pause = Annotated[int, Meta(ge=0, le=60_000)]


class Pace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pauses in milliseconds: time to see the new cards, who won, and with what."""

    street_change_ms: Pause = 800
    """From the last action on a street to the first decision on the next one."""
    won_without_showdown_ms: Pause = 1_800
    """The bets are collected and paid first; what is left is time to read who won."""
    choice_to_show_ms: Pause = 3_000
    """The same when a person has won, who may want to show their cards (AMB-55)."""
    showdown_ms: Pause = 2_500
    each_further_hand_ms: Pause = 500
    showdown_ms_max: Pause = 5_000
    street_of_run_out_ms: Pause = 1_600
    first_hand_ms: Pause = 1_000
    intention_ms_least: Pause = 250
    intention_ms_spread: Pause = 350
    """A pre-selected action waits a little, so that its timing does not give it away."""
    return_after_restart_ms: Pause = 30_000
    """How long a table waits for its players after a restart, before it deals."""

    def after(self, hand: Hand, *, has_choice: bool = False) -> int:
        """The pause after a hand; `has_choice` if the winner may still show their cards."""
        shown = len(hand.shown)
        if shown == 0:
            return self.choice_to_show_ms if has_choice else self.won_without_showdown_ms
        hold = self.showdown_ms + (shown - 1) * self.each_further_hand_ms
        return min(hold, self.showdown_ms_max) + _run_out_streets(hand) * self.street_of_run_out_ms


def _run_out_streets(hand: Hand) -> int:
    """How many streets were dealt with no betting left: players want to watch them."""
    streets = 0
    for event in reversed(hand.events):
        if isinstance(event, BoardDealt):
            streets += 1
        elif isinstance(event, Posted | Called | Raised | Checked | Folded):
            return streets
    return streets
