"""What the players left get when a tournament cannot be played to its end (CXL).

`stacks` are those of the players left, unfinished hands rolled back (TAMB-81). Fees and bounties
come on top: they are amounts of each entry, not shares.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from cardroom.rulebook.tournament import TournamentRules
from cardroom.tournament.icm.worth import icm_cents
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.rounding import largest_remainder
from cardroom.units import Cents, Chips

Stacks = Mapping[EntryId, Chips]
Stage = Literal["not_started", "drawn", "not_in_the_money", "several_tables", "final_table"]
"""What a tournament had reached: refund (CXL-02), HexaPro (CXL-09), CXL-03, CXL-06, CXL-07."""


def stage(
    *, started: bool, hexapro: bool, closed: bool, left: int, paid: int, tables: int
) -> Stage:
    """Which policy holds (CXL-01, TAMB-81); `closed` are registration and purchases.

    A HexaPro game starts with its draw. A final table with more players than paid places is not in
    the money.
    """
    if not started:
        return "not_started"
    if hexapro:
        return "drawn"
    if not closed or left > paid:
        return "not_in_the_money"
    return "final_table" if tables == 1 else "several_tables"


def not_in_the_money(
    rules: TournamentRules, pot: Cents, stacks: Stacks, *, freeroll: bool = False
) -> dict[EntryId, Cents]:
    """A part of the pot in equal shares, the rest by chips, rounded once (CXL-03, TAMB-82).

    `pot` is without overlay; of a freeroll it is the added pool (CXL-04, TAMB-14).
    """
    cancellation = rules.cancellation
    percent = cancellation.equal_part_percent
    if freeroll and cancellation.freeroll_pool == "equally":
        percent = 100
    equal = Fraction(pot * percent, 100 * len(stacks))
    by_chips = Fraction(pot * (100 - percent), 100 * sum(stacks.values()))
    shares = {entry: equal + by_chips * chips for entry, chips in stacks.items()}
    return largest_remainder(shares, pot, stacks)


def several_tables(
    rules: TournamentRules, prizes: Sequence[Cents], stacks: Stacks
) -> dict[EntryId, Cents]:
    """The lowest prize left for everybody, the rest by chips (CXL-06, TAMB-83)."""
    assert rules.cancellation.several_tables == "lowest_remaining_prize_then_by_chips"
    assert len(prizes) == len(stacks)
    lowest, pot = prizes[-1], sum(prizes)
    per_chip = Fraction(pot - lowest * len(prizes), sum(stacks.values()))
    shares = {entry: lowest + per_chip * chips for entry, chips in stacks.items()}
    return largest_remainder(shares, pot, stacks)


def final_table(
    rules: TournamentRules, prizes: Sequence[Cents], stacks: Stacks
) -> dict[EntryId, Cents]:
    """The prizes left by Malmuth and Harville; seats count at face value (CXL-07, CXL-08)."""
    assert rules.cancellation.final_table_shares == "icm_malmuth_harville"
    assert rules.cancellation.prizes_in_kind == "at_face_value"
    assert len(prizes) == len(stacks)
    return icm_cents(stacks, prizes)


def hexapro_shares(
    rules: TournamentRules, pool: Cents, paid: Cents, prizes: Sequence[Cents], stacks: Stacks
) -> dict[EntryId, Cents]:
    """A part of the drawn pool for each player left, the rest by ICM (CXL-09, TAMB-22, TAMB-85).

    `paid` went to players who are out; `prizes` are those of the places still to be taken.
    """
    assert rules.cancellation.hexapro_rest == "icm_of_scaled_prizes"
    each = Fraction(pool * rules.cancellation.hexapro_each_percent, 100)
    rest = pool - paid - len(stacks) * each
    scale = rest / sum(prizes)
    places = [*prizes, *[0] * (len(stacks) - len(prizes))]
    return icm_cents(stacks, [each + prize * scale for prize in places])
