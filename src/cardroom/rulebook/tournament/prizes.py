"""How many places are paid, and what of the pool each of them gets."""

from collections.abc import Iterator
from itertools import count
from typing import Annotated, Literal

from msgspec import Meta

from cardroom.rulebook.switch import Rules, ruling, switch
from cardroom.rulebook.tournament.fees import SngSeats

Percent = Annotated[int, Meta(ge=0, le=100)]


DealKind = Literal["even", "chips", "icm"]


class PaidPlaces(Rules, frozen=True, kw_only=True):
    """Places paid in small fields: up to `entries_max` entries."""

    entries_max: Annotated[int, Meta(ge=2, le=100_000)]
    places: Annotated[int, Meta(ge=1, le=100_000)]


class SngPayout(Rules, frozen=True, kw_only=True):
    """The split of a Sit & Go's pool by its seats, first place first."""

    seats: SngSeats
    percents: Annotated[tuple[Percent, ...], Meta(min_length=1)]


class PrizeRules(Rules, frozen=True, kw_only=True):
    """Paid places, the prize curve, Sit & Go splits, rounding and payment (PRZ-05, TRN-22)."""

    share_rounding: Annotated[Literal["largest_remainder"], ruling("TAMB-40")]
    share_ties: Annotated[Literal["more_chips_then_lower_entry"], ruling("TAMB-40")]
    """Who gets the missing cent among equal remainders."""
    hexapro_pays_from: Annotated[Literal["house_game_account"], ruling("TAMB-40")]

    small_fields: Annotated[tuple[PaidPlaces, ...], switch("TAMB-41", "PRZ-05")]
    paid_percent: Annotated[int, switch("TAMB-41", "PRZ-05", ge=1, le=100)]
    """Paid places of larger fields in percent of the entries, rounded up."""
    smallest_prize_cents: Annotated[int, switch("TAMB-41", ge=1, le=1_000_000)]
    """Fewer places are paid when the last prize would be smaller than this."""

    curve: Annotated[Literal["entry_share_plus_harmonic"], ruling("TAMB-42", "PRZ-05")]
    """1/N for every paid place; the rest of the pool by 1/place, evened out inside a band."""
    single_places_tables: Annotated[int, switch("TAMB-42", ge=0, le=100)]
    """Places with a prize of their own, counted in full tables."""
    bands_per_step: Annotated[int, switch("TAMB-42", ge=1, le=100)]
    step_factor: Annotated[int, switch("TAMB-42", ge=1, le=100)]
    """The first step of equal-prize bands is one table wide, each later one this much wider."""
    curve_leftover: Annotated[Literal["first_place"], ruling("TAMB-42")]
    """Prizes are rounded down; who gets the cents that are left over."""

    sng_payouts: Annotated[tuple[SngPayout, ...], switch("TAMB-43", min_length=1)]
    sng_leftover: Annotated[Literal["first_place"], ruling("TAMB-43")]

    identical_prizes_end: Annotated[bool, switch("TRN-19", "TAMB-26")]
    """The event is over when all players left would get the same prize."""
    prizes_of_tied_players: Annotated[Literal["never_split"], ruling("TAMB-60")]
    credited: Annotated[
        Literal["elimination_committed_and_structure_final"], ruling("TAMB-62", "TRN-22")
    ]
    under_review: Annotated[Literal["held"], ruling("TAMB-62", "TRN-24")]

    deals: Annotated[tuple[DealKind, ...], switch("TAMB-98", max_length=3)]
    """How the players left may share the prizes if all agree; empty allows no deal."""

    def paid_places(self, entries: int) -> int:
        """The places paid for that many entries, before the smallest prize is looked at."""
        for field in self.small_fields:
            if entries <= field.entries_max:
                return field.places
        return -(-entries * self.paid_percent // 100)

    def band_widths(self, seats: int) -> Iterator[int]:
        """The widths of all bands of equal prizes below the single places, without end."""
        for step in count():
            width = seats * self.step_factor**step
            even, wider = divmod(width, self.bands_per_step)
            yield from (even + (band < wider) for band in range(self.bands_per_step))

    def sng_percents(self, seats: SngSeats) -> tuple[int, ...]:
        """The split of a Sit & Go's pool, first place first."""
        return next(payout.percents for payout in self.sng_payouts if payout.seats == seats)
