"""Deals at the final table: the players share what is left, all of them or none (TAMB-98).

`prizes` are those of the places still to be taken, first place first. Everybody keeps the lowest of
them; a deal is about what lies above it. An amount left to play for comes from there too, and the
winner gets it.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from cardroom.errors import EntryRefused
from cardroom.rulebook.tournament.prizes import DealKind, PrizeRules
from cardroom.tournament.icm.worth import icm_cents
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.rounding import largest_remainder
from cardroom.units import Cents, Chips

Stacks = Mapping[EntryId, Chips]


def even(
    stacks: Stacks, prizes: Sequence[Cents], *, left_to_play_for: Cents = 0
) -> dict[EntryId, Cents]:
    """The same for everybody (TAMB-98)."""
    lowest, above = _shared_out(stacks, prizes, left_to_play_for)
    share = lowest + Fraction(above, len(stacks))
    return _rounded(dict.fromkeys(stacks, share), prizes, left_to_play_for, stacks)


def by_chips(
    stacks: Stacks, prizes: Sequence[Cents], *, left_to_play_for: Cents = 0
) -> dict[EntryId, Cents]:
    """The lowest prize for everybody, the rest in proportion to the chips (TAMB-98)."""
    lowest, above = _shared_out(stacks, prizes, left_to_play_for)
    total = sum(stacks.values())
    shares = {entry: lowest + Fraction(above * chips, total) for entry, chips in stacks.items()}
    return _rounded(shares, prizes, left_to_play_for, stacks)


def by_icm(
    stacks: Stacks, prizes: Sequence[Cents], *, left_to_play_for: Cents = 0
) -> dict[EntryId, Cents]:
    """The worth of the stacks, with the prizes above the lowest made smaller alike (TAMB-98)."""
    lowest, above = _shared_out(stacks, prizes, left_to_play_for)
    all_above = above + left_to_play_for
    part = Fraction(above, all_above) if all_above else Fraction(0)
    return icm_cents(stacks, [lowest + part * (prize - lowest) for prize in prizes])


def deal_shares(
    rules: PrizeRules,
    kind: DealKind,
    stacks: Stacks,
    prizes: Sequence[Cents],
    agreed: Collection[EntryId],
    *,
    left_to_play_for: Cents = 0,
) -> dict[EntryId, Cents]:
    """The shares of a deal that every player left has agreed to; one refusal ends it (TAMB-98)."""
    if kind not in rules.deals:
        raise EntryRefused("TAMB-98", "no_such_deal", {"deals": rules.deals})
    missing = sorted(set(stacks) - set(agreed))
    if missing:
        raise EntryRefused("TAMB-98", "not_all_agree", {"missing": missing})
    return DEALS[kind](stacks, prizes, left_to_play_for=left_to_play_for)


def _shared_out(
    stacks: Stacks, prizes: Sequence[Cents], left_to_play_for: Cents
) -> tuple[Cents, Cents]:
    """The lowest prize left, and what is shared above it; refuse a deal that takes from it."""
    if len(stacks) < 2 or len(prizes) != len(stacks):
        raise EntryRefused("TAMB-98", "not_in_the_money", {"places": len(prizes)})
    above = sum(prizes) - len(prizes) * prizes[-1]
    if not 0 <= left_to_play_for <= above:
        raise EntryRefused("TAMB-98", "too_much_left_to_play_for", {"from": 0, "to": above})
    return prizes[-1], above - left_to_play_for


def _rounded(
    shares: Mapping[EntryId, Fraction],
    prizes: Sequence[Cents],
    left_to_play_for: Cents,
    stacks: Stacks,
) -> dict[EntryId, Cents]:
    return largest_remainder(shares, sum(prizes) - left_to_play_for, stacks)


DEALS = {"even": even, "chips": by_chips, "icm": by_icm}
