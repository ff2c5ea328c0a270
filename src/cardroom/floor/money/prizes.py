"""The prizes of a live tournament, by its own list or by the curve of the tournament rules."""

from collections.abc import Sequence

import msgspec

from cardroom.floor.floor import Floor
from cardroom.floor.parts.results import Result
from cardroom.floor.terms import FloorTerms
from cardroom.rulebook.tournament.prizes import PaidPlaces, PrizeRules
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.structures import mtt_structure, overlay
from cardroom.units import Cents


class PrizeTable(msgspec.Struct, frozen=True, kw_only=True):
    """Prizes, first place first; `added` is what the house puts in for a guarantee."""

    prizes: tuple[Cents, ...]
    added: Cents
    fixed: bool
    """Whether they are final: entries are over."""


def prize_table(
    rules: PrizeRules, terms: FloorTerms, entries: int, pool: Cents
) -> tuple[Cents, ...]:
    """What each place wins of a pool, first place first; what is left over goes to the first.

    More places than players are not paid: what they would win goes to the first, too.
    """
    if not entries or not pool:
        return ()
    return rounded(_exact(rules, terms, entries, pool), terms.prize_step)


def rounded(prizes: tuple[Cents, ...], step: Cents) -> tuple[Cents, ...]:
    """Prizes that a cash desk can pay; as they are where a place would lose all of its own."""
    if not step or min(prizes) < step:
        return prizes
    others = [prize - prize % step for prize in prizes[1:]]
    return (sum(prizes) - sum(others), *others)


def _exact(rules: PrizeRules, terms: FloorTerms, entries: int, pool: Cents) -> tuple[Cents, ...]:
    row = terms.paid_row(entries)
    if row is not None and row.percents:
        prizes = [pool * percent // 100 for percent in row.percents[:entries]]
        prizes[0] += pool - sum(prizes)
        return tuple(prize for prize in prizes if prize)
    if row is not None:
        places = min(row.places, entries)
        listed = (PaidPlaces(entries_max=max(2, entries), places=places),)
        rules = msgspec.structs.replace(rules, small_fields=listed)
    awards = mtt_structure(rules, entries=entries, seats=terms.seats, pool=pool)
    return tuple(award.cents for award in awards)


def prizes_now(floor: Floor) -> PrizeTable:
    """The prizes that are fixed, or those that the entries so far would give."""
    till = floor.till
    if till.prizes is not None:
        return PrizeTable(prizes=till.prizes, added=0, fixed=True)
    added = overlay(floor.terms.guarantee, till.pools.prize)
    pool = till.pools.prize + added
    prizes = prize_table(floor.online.prizes, floor.terms, len(floor.field.names), pool)
    return PrizeTable(prizes=prizes, added=added, fixed=False)


def results(floor: Floor) -> tuple[Result, ...]:
    """All places that are known, best first: who is out, a deal, the last player."""
    prizes = prizes_now(floor).prizes
    field = floor.field
    out = floor.results.ranked(floor.rules, field.left, prizes)
    deal = floor.till.deal
    if deal is not None:
        shares = [
            Result(
                entry=entry, place=place, tied=_sharing(deal.places, place),
                prize=deal.amounts[entry], how="deal",
            )
            for entry, place in sorted(deal.places.items(), key=lambda one: (one[1], one[0]))
        ]  # fmt: skip
        return (*shares, *out)
    last = winner(floor)
    if last is not None:
        prize = prizes[0] if prizes else 0
        return (Result(entry=last, place=1, tied=1, prize=prize, how="winner"), *out)
    return out


def winner(floor: Floor) -> EntryId | None:
    """The last player, if others are out or nobody else can come any more; None before."""
    field = floor.field
    alone = field.left == 1 and (floor.till.prizes is not None or floor.results.is_anybody_out)
    return next(iter(field.places)) if alone else None


def _sharing(places: dict[EntryId, int], place: int) -> int:
    return sum(one == place for one in places.values())


def remaining_prizes(floor: Floor) -> Sequence[Cents]:
    """The prizes of the players who are left, highest first."""
    return prizes_now(floor).prizes[: floor.field.left]
