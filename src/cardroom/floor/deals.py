"""Deals about the prizes: what each way of sharing pays, and what the players' answers mean.

The shares are those of the tournament package; a deal that everybody accepts ends the tournament,
and one refusal lets it go on (LIVE-6, section 8.8).
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from cardroom.errors import FloorRefused
from cardroom.rulebook.live import LiveRules
from cardroom.rulebook.live.floor import DealMethod
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.deal_shares import by_chips, by_icm, even
from cardroom.units import Cents, Chips

Stacks = Mapping[EntryId, Chips]
Shares = dict[EntryId, Cents]
NO_AMOUNTS: Mapping[EntryId, Cents] = {}


class DealAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a proposal: the end of the tournament with its places, or play goes on."""

    agreed: bool
    places: dict[EntryId, int]
    """By chips, equal stacks share a place (LAMB-47); empty when there is no deal."""
    refused_by: tuple[EntryId, ...]
    level_left_ms: int | None
    """With how much time the level goes on; None when the tournament is over."""


def deal_amounts(
    rules: LiveRules,
    method: DealMethod,
    stacks: Stacks,
    prizes: Sequence[Cents],
    custom: Mapping[EntryId, Cents] = NO_AMOUNTS,
) -> Shares:
    """What every player gets by one method; `prizes` are those still to be won, highest first."""
    floor = rules.floor
    if not floor.deals_allowed:
        raise FloorRefused("LIVE-6", "no_deals_in_this_house")
    if method not in floor.deal_methods:
        details = {"methods": ", ".join(floor.deal_methods)}
        raise FloorRefused("LIVE-6", "not_a_method_of_this_house", details)
    if len(stacks) < 2 or min(stacks.values()) < 1:
        raise FloorRefused("LIVE-6", "a_deal_needs_two_players_with_chips")
    if not 0 < len(prizes) <= len(stacks):
        raise FloorRefused("LIVE-6", "more_prizes_than_players", {"players": len(stacks)})
    places = [*prizes, *[0] * (len(stacks) - len(prizes))]
    match method:
        case "icm":
            return by_icm(stacks, places)
        case "even":
            return even(stacks, places)
        case "chip_chop":
            return _chip_chop(rules, stacks, places)
        case "custom":
            return _custom(stacks, places, custom)


def _chip_chop(rules: LiveRules, stacks: Stacks, places: Sequence[Cents]) -> Shares:
    """The last prize for everybody and the rest by chips, or all of it by chips (LIVE-6)."""
    if rules.floor.chip_chop_guarantees_last_prize:
        return by_chips(stacks, places)
    return by_chips(stacks, [sum(places), *[0] * (len(places) - 1)])


def _custom(stacks: Stacks, places: Sequence[Cents], custom: Mapping[EntryId, Cents]) -> Shares:
    """Amounts that the players named: for each of them, and together exactly what is there."""
    if set(custom) != set(stacks) or min(custom.values(), default=0) < 0:
        raise FloorRefused("LIVE-6", "an_amount_for_every_player")
    if sum(custom.values()) != sum(places):
        details = {"money": sum(places), "amounts": sum(custom.values())}
        raise FloorRefused("LIVE-6", "not_the_money_that_is_left", details)
    return dict(custom)


def deal_answer(
    rules: LiveRules, stacks: Stacks, accepted: Collection[EntryId], level_left_ms: int
) -> DealAnswer:
    """Every player left must accept; otherwise the level goes on where it stopped (LIVE-6)."""
    missing = tuple(sorted(set(stacks) - set(accepted)))
    enough = not missing if rules.floor.deal_needs_everyone else len(missing) < len(stacks) / 2
    if not enough:
        return DealAnswer(agreed=False, places={}, refused_by=missing, level_left_ms=level_left_ms)
    ordered = sorted(stacks.values(), reverse=True)
    places = {entry: ordered.index(chips) + 1 for entry, chips in stacks.items()}
    return DealAnswer(agreed=True, places=places, refused_by=missing, level_left_ms=None)
