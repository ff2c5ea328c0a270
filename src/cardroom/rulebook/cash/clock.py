"""Time to act, the timebank of a cash table, and what a lost connection is worth."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch


class ClockRules(Rules, frozen=True, kw_only=True):
    """Decision time in seconds; the timebank in milliseconds, because 0.25 s are added to one."""

    action_seconds: Annotated[int, switch("AMB-56", "TIME-02", ge=1, le=600)]
    reconnect_s: Annotated[int, switch("TIME-01", "AMB-56", ge=0, le=600)]
    """From losing the connection during a hand."""
    reconnect_extra_s: Annotated[int, switch("TIME-02", "AMB-56", ge=0, le=600)]
    """On top of the decision time of a player whose connection is lost."""
    reconnect_deadline: Annotated[Literal["later", "earlier"], switch("AMB-56")]
    """Which of the two ends counts."""
    reconnect_extras_per_hand: Annotated[int, switch("AMB-57", ge=0, le=100)]
    server_decides: Annotated[Literal["check_else_fold"], ruling("TIME-02", "AMB-58")]
    sits_out_after_server_decision: Annotated[bool, switch("SIT-08", "TIME-02", "AMB-58")]

    bank_per: Annotated[Literal["table"], ruling("TIME-03")]
    bank_first_ms: Annotated[int, switch("TIME-05", "TIME-06", "AMB-60", ge=0, le=600_000)]
    bank_refill_ms: Annotated[
        int, switch("TIME-05", "TIME-06", "AMB-59", "AMB-60", ge=0, le=600_000)
    ]
    bank_refill_every_hands: Annotated[
        int, switch("TIME-05", "TIME-06", "AMB-59", "AMB-60", ge=1, le=1000)
    ]
    """Added each time the player was dealt in to this many hands."""
    bank_cap_ms: Annotated[int, switch("TIME-05", "TIME-06", ge=0, le=600_000)]
    bank_floor_ms: Annotated[int, switch("TIME-06", "TIME-04", "AMB-59", ge=0, le=600_000)]
    """Every hand starts with at least this; 0 is no renewal."""
    bank_charge_step_ms: Annotated[int, switch("AMB-58", ge=1, le=60_000)]
    """Every started step is charged."""
    bank_starts: Annotated[Literal["by_itself_after_action_time"], ruling("AMB-58")]
    bank_while_disconnected: Annotated[Literal["frozen", "runs"], switch("AMB-58")]
    bank_counts_hands: Annotated[
        Literal["dealt_in_and_finished"], ruling("AMB-60", "AMB-59", "TIME-05")
    ]
    bank_kept_after_leaving_s: Annotated[int, switch("AMB-60", ge=0, le=604_800)]
    """Rejoining the same table within this restores bank and hand count."""
