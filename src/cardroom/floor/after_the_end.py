"""What can still be done when a tournament is over: settled by a deal, called off, or closed.

While a deal is only discussed, the clock stands, and stacks and seats stay as they were counted.
"""

from cardroom.errors import FloorRefused
from cardroom.floor import commands as do
from cardroom.floor.parts.till import Till

ALWAYS = (
    do.Announce,
    do.Appoint,
    do.AskTheBook,
    do.CloseDisplay,
    do.CountTable,
    do.Dismiss,
    do.NoteIncident,
    do.OpenDisplay,
    do.OverrideRuling,
    do.Penalise,
    do.RenewSecret,
)
"""People, screens, rulings and the count of the chips go on."""
SETTLES = (do.CloseTournament, do.DecideHeldPrize, do.PayBounty, do.PayPrize)
"""The cash desk pays what is due; the desk itself verifies what that is."""

WAITS = (
    do.Balance,
    do.BreakTable,
    do.DrawLastHands,
    do.MovePlayer,
    do.PauseClock,
    do.RaceChips,
    do.ResumeClock,
    do.SetClock,
)
"""What waits until everybody has answered: the time is stored, and the stacks are counted."""


def verify_goes_on(till: Till, command: do.AnyCommand) -> None:
    """Nobody enters, plays, moves or buys after the end (LIVE-6, LIVE-7)."""
    if not isinstance(command, ALWAYS + SETTLES):
        till.verify_playing()
    if till.talks is not None and isinstance(command, WAITS):
        raise FloorRefused("LIVE-6", "a_deal_is_talked_about")
