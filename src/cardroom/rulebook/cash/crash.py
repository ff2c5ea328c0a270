"""When the server fails: rolling hands back, and money that finds no owner."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch


class CrashRules(Rules, frozen=True, kw_only=True):
    """Rollback, void hands and the 90 days."""

    crash_rolls_back: Annotated[Literal["every_table"], ruling("CRASH-01", "AMB-24")]
    error_rolls_back: Annotated[Literal["that_table"], ruling("CRASH-02", "AMB-24")]
    found_after_payment: Annotated[
        Literal["override_with_reversing_transfers"], ruling("AMB-24", "CASH-03", "CRASH-03")
    ]
    restored: Annotated[
        Literal["stacks_timebanks_hand_counts_previous_hand"],
        ruling("AMB-69", "CRASH-01", "CRASH-05"),
    ]
    positions_after_rollback: Annotated[
        Literal["same_button_and_blinds"], ruling("AMB-69", "CRASH-05")
    ]
    rake_of_void_hand: Annotated[Literal[0], ruling("AMB-69", "CRASH-05")]
    money_added_meanwhile: Annotated[Literal["stays_pending"], ruling("AMB-69")]
    void_hand_status: Annotated[Literal["void"], ruling("AMB-69")]
    """The hand keeps its id."""
    uncredited_after_days: Annotated[int, switch("CRASH-04", "AMB-23", ge=1, le=36_500)]
    """Days of 24 hours in the suspense account before the money goes on."""
    uncredited_goes_to: Annotated[Literal["charity"], ruling("CRASH-04", "AMB-23")]
    suspense_holds: Annotated[Literal["only_what_cannot_be_credited"], ruling("AMB-23")]
