"""Fair play: what the operator may collect, ask for and do."""

from typing import Annotated, Literal

from cardroom.errors import OperatorRefused
from cardroom.rulebook.switch import Rules, ruling, switch

Override = Literal["void_hand", "move_money", "restore_seat"]
Kept = Literal["hands", "sessions", "table_sharing", "transfers", "deposits", "inquiries"]
Program = Literal["hand_tracker", "hud", "screen_capture"]
Sanction = Literal["seize_funds", "suspend_or_close_account", "disclose", "legal_action"]


class ConductRules(Rules, frozen=True, kw_only=True):
    """Overrides, reviews, sanctions."""

    overrides: Annotated[tuple[Override, ...], switch("CASH-01", "AMB-24", "FAIR-13")]
    override_needs: Annotated[Literal["reason_and_audit_record"], ruling("CASH-01")]
    data_kept: Annotated[tuple[Kept, ...], switch("FAIR-03")]
    video_requests: Annotated[bool, switch("FAIR-05")]
    cheating_systems_clause: Annotated[
        Literal["none", "able_to_defeat_the_software", "unfair_advantage"], switch("FAIR-06")
    ]
    """What a system must do to be forbidden by a clause of its own."""
    prohibited_programs: Annotated[tuple[Program, ...], switch("FAIR-08", "FAIR-09")]
    sanctions: Annotated[tuple[Sanction, ...], switch("FAIR-10", "FAIR-02", "FAIR-06")]
    chip_dumping_sides: Annotated[tuple[Literal["giver", "receiver"], ...], switch("FAIR-14")]
    compensation: Annotated[Literal["only_by_override"], ruling("FAIR-13")]
    withheld_winnings: Annotated[Literal["held_not_spendable"], ruling("AMB-70", "FAIR-04")]
    seizure: Annotated[Literal["own_booking_after_closed_case"], ruling("AMB-70", "FAIR-10")]
    suspension_takes_effect: Annotated[Literal["after_current_hand"], ruling("AMB-70")]

    def verify_override(self, override: Override) -> None:
        """Refuse an override that the rules of the house do not know (CASH-01)."""
        if override not in self.overrides:
            raise OperatorRefused("CASH-01", "not_in_this_edition")
