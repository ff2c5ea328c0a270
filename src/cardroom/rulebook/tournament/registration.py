"""Who may enter a tournament, until when, and what comes back on un-registering."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch

Change = Literal["level_lengths", "breaks", "pauses", "cancellation"]


class RegistrationRules(Rules, frozen=True, kw_only=True):
    """Entries, late registration and its early close, un-registration (TRN-09 to TRN-15)."""

    edition_choice: Annotated[Literal["required"], ruling("TAMB-93", "TRN-01")]
    """Every tournament names its edition; there is no default."""
    edition_fixed: Annotated[Literal["first_registration"], ruling("TAMB-93", "TRN-01")]

    event_order: Annotated[Literal["one_serial_queue"], ruling("TAMB-46")]
    """Entries, eliminations and purchases of one tournament happen one after the other."""
    late_levels: Annotated[int, switch("TRN-09", ge=0, le=1000)]
    """Levels of late registration when a tournament names none; 0 is no late registration."""
    late_ends: Annotated[Literal["end_of_last_level"], ruling("TRN-09", "TAMB-46")]
    late_stack: Annotated[Literal["full_starting_stack"], ruling("TAMB-46")]
    early_close: Annotated[Literal["left_within_paid_places"], ruling("TRN-10", "TAMB-46")]
    """Late registration closes early when no more players are left than places are paid."""
    early_close_structure: Annotated[Literal["entries_so_far"], ruling("TAMB-35", "TRN-10")]
    """Paid places before the structure is final are those for the entries so far."""
    pending_rebuys_count_as_left: Annotated[bool, switch("TAMB-46")]
    early_close_ends_purchases: Annotated[bool, switch("TAMB-46")]
    """Re-buys, re-entries and add-ons end with an early close."""
    structure_final: Annotated[
        Literal["registration_and_purchases_closed"], ruling("TAMB-46", "TRN-08")
    ]

    max_entries: Annotated[int, switch("TRN-11", "TAMB-70", ge=1, le=1000)]
    """Entries per person; above 1 a player may re-enter while late registration is open."""
    reentry_when: Annotated[Literal["after_elimination"], ruling("TAMB-70")]
    reentry_stack: Annotated[Literal["full_starting_stack"], ruling("TAMB-70")]
    reentry_counts_as_entry: Annotated[bool, switch("TAMB-70")]
    earlier_entry_keeps_place: Annotated[bool, switch("TAMB-70")]

    unregistration_closes_s: Annotated[int, switch("TRN-12", "TAMB-46", ge=0, le=604_800)]
    """Seconds before the start, when a tournament names no other time."""
    sng_unregistration_closes: Annotated[
        Literal["last_seat_filled"], ruling("TRN-12", "TAMB-46", "TYP-02")
    ]
    refund_form: Annotated[Literal["as_paid"], ruling("TRN-13")]
    satellite_seat_refund: Annotated[Literal["ticket"], ruling("TRN-13")]

    minimum_entries: Annotated[int, switch("TRN-15", "TAMB-33", "TAMB-65", ge=2, le=100_000)]
    """Entries below which a scheduled tournament is cancelled."""
    minimum_tested: Annotated[Literal["once_at_scheduled_start"], ruling("TAMB-65", "TRN-15")]

    changes_after_start: Annotated[tuple[Change, ...], switch("TAMB-96", "TRN-03")]
    """What staff may still change once the first hand is dealt."""
