"""Vouchers for live packages that are redeemed at a live floor (TYP-05)."""

from collections.abc import Sequence

from cardroom.errors import OperatorRefused
from cardroom.room.tournaments.records import LiveEntry, Voucher


def note_of(note: str, pays: LiveEntry | None) -> str:
    """How a voucher was fulfilled, in words; one that paid an entry names it."""
    return note if pays is None or not note else f"{pays}: {note}"


def verify_redeemed(voucher: Voucher, pays: LiveEntry, others: Sequence[Voucher]) -> None:
    """A voucher is worth the whole entry that it pays, and an entry is paid by one voucher."""
    if others:
        details = {"voucher": others[0].number}
        raise OperatorRefused("TYP-05", "entry_is_paid_by_a_voucher", details)
    value = voucher.new.ticket.value
    if value < pays.price:
        raise OperatorRefused("TYP-05", "voucher_is_worth_less", {"value": value})
