"""Who lost to a pair that played together, and what each gets of what was seized, cent by cent.

A hand harms somebody when the two were both dealt in and won together: what they won is counted to
those who lost in it, by how much each lost. Nobody gets more than they lost this way (FAIR-13).
"""

from collections.abc import Iterable, Mapping

import msgspec

from cardroom.ledger import PlayerId
from cardroom.units import Cents


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What would be booked: seized from whom, paid to whom, and what the house keeps."""

    seized: dict[PlayerId, Cents]
    losses: dict[PlayerId, Cents]
    """What players lost to the pair, whether or not it is enough for all."""
    shares: dict[PlayerId, Cents]
    kept: Cents
    """What remains of the seized money."""


def split(amount: Cents, weights: Mapping[PlayerId, Cents]) -> dict[PlayerId, Cents]:
    """Share an amount by weights; odd cents go one each to the largest remainders."""
    total = sum(weights.values())
    if amount <= 0 or total <= 0:
        return {}
    parts = {player: divmod(amount * weight, total) for player, weight in weights.items()}
    odd = amount - sum(whole for whole, _ in parts.values())
    first = sorted(parts, key=lambda player: (-parts[player][1], player))[:odd]
    shares = {player: whole + (player in first) for player, (whole, _) in parts.items()}
    return {player: share for player, share in shares.items() if share}


def losses_to(
    pair: frozenset[PlayerId], hands: Iterable[Mapping[PlayerId, Cents]]
) -> dict[PlayerId, Cents]:
    """What others lost to players in hands, given what everybody won or lost in each."""
    found: dict[PlayerId, Cents] = {}
    for deltas in hands:
        if not pair <= deltas.keys():
            continue
        won = sum(deltas[player] for player in pair)
        lost = {player: -by for player, by in deltas.items() if by < 0 and player not in pair}
        for player, by in split(min(won, sum(lost.values())), lost).items():
            found[player] = found.get(player, 0) + by
    return dict(sorted(found.items()))


def preview(held: Mapping[PlayerId, Cents], losses: Mapping[PlayerId, Cents]) -> Preview:
    """How what is held would be shared among those who lost."""
    seized = {player: amount for player, amount in held.items() if amount}
    amount = sum(seized.values())
    shares = split(min(amount, sum(losses.values())), losses)
    return Preview(
        seized=seized, losses=dict(losses), shares=shares, kept=amount - sum(shares.values())
    )
