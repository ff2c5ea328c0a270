"""When tournaments are held: time zone, clock changes, starts that the server has missed."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch


class TimetableRules(Rules, frozen=True, kw_only=True):
    """Start times in the operator's time zone, and what happens to a missed one (TRN-02)."""

    start_times: Annotated[Literal["operator_time_zone"], ruling("TAMB-99", "TRN-02")]
    missing_hour: Annotated[Literal["later_by_the_jump"], ruling("TAMB-99")]
    """A start in the hour that a clock change leaves out."""
    doubled_hour: Annotated[Literal["first_of_the_two"], ruling("TAMB-99")]
    """A start in the hour that a clock change repeats."""
    intervals: Annotated[Literal["real_minutes"], ruling("TAMB-99")]
    """Every 30 minutes means just that, whatever the clock on the wall does."""
    started_once: Annotated[Literal["by_schedule_date_and_minute"], ruling("TAMB-99")]
    late_start_max_s: Annotated[int, switch("TAMB-100", "TRN-02", ge=0, le=86_400)]
    """A start that was missed by no more than this is held late; by more, it is cancelled."""
    late_start_notice_s: Annotated[int, switch("TAMB-100", ge=0, le=3_600)]
    """How long after the server is back a late tournament starts."""
    missed_start: Annotated[Literal["cancelled_and_reported"], ruling("TAMB-100", "CXL-02")]
