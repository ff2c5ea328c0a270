"""Sitting out at one table or at all of them, and leaving."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch

GlobalCause = Literal["player", "server_decision", "next_big_blind"]


class SittingOutRules(Rules, frozen=True, kw_only=True):
    """How long a seat is kept without its player."""

    removed_after_s: Annotated[int, switch("SIT-03", "AMB-12", "AMB-61", ge=1, le=86_400)]
    """Removed once more seconds than these have passed in sit-out at a table."""
    global_return_s: Annotated[int, switch("SIT-06", "AMB-61", ge=1, le=86_400)]
    """Removed this many seconds after a global sit-out began, whatever the table's own timer."""
    global_from_tables: Annotated[int, switch("AMB-62", "SIT-04", "AMB-61", ge=2, le=100)]
    """A sit-out is global from this many cash tables on."""
    global_causes: Annotated[
        tuple[GlobalCause, ...], switch("AMB-62", "SIT-04", "SIT-05", "SIT-08")
    ]
    global_reaches_other_tables: Annotated[
        Literal["from_their_next_hand"], ruling("SIT-04", "AMB-62")
    ]
    return_clears: Annotated[Literal["both_timers_of_that_table"], ruling("AMB-62")]
    removal: Annotated[Literal["between_hands"], ruling("AMB-62", "SIT-03")]
    removal_is: Annotated[Literal["leaving"], ruling("AMB-63")]
    """Stack to the account, ratholing and carry-over recorded, client to the lobby."""
    next_big_blind_passes: Annotated[Literal["unpaid_to_next_player"], ruling("AMB-63", "SIT-05")]
    leaving_mid_hand: Annotated[Literal["check_or_fold_at_once"], ruling("AMB-67")]
    stack_on_leaving: Annotated[Literal["after_the_hand"], ruling("AMB-67")]
