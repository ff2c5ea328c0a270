"""The chip race: odd chips of a denomination that leaves play, decided by cards (section 4.1)."""

from collections.abc import Collection, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.cards import DECK, SUITS, Card
from cardroom.errors import FloorRefused
from cardroom.floor.chips.denominations import lowest_remaining, next_denomination
from cardroom.rulebook.live import LiveRules
from cardroom.units import Chips, Seat

Amount = Annotated[Chips, Meta(ge=0, le=10**12)]


class RaceSeat(msgspec.Struct, frozen=True, kw_only=True):
    """What a player brings to the race: chips of the removed kind, and the value of the others."""

    seat: Seat
    chips: Annotated[int, Meta(ge=0, le=100_000)]
    rest: Amount = 0
    present: bool = True


class RaceLine(msgspec.Struct, frozen=True, kw_only=True):
    """What the race did to one seat: the line of the log (4.1 step 8)."""

    seat: Seat
    before: Chips
    exchanged: int
    """How many higher chips were swapped for full multiples, without any luck."""
    odd: int
    cards: tuple[Card, ...]
    best: Card | None
    won: bool
    rescued: bool
    after: Chips
    witnessed: bool
    """The player was absent: the floor exchanged the chips, the dealer was witness (LAMB-15)."""


class ChipRace(msgspec.Struct, frozen=True, kw_only=True):
    """A whole race, as it is logged."""

    removed: Chips
    target: Chips
    awarded: int
    """New chips for all odd chips together, rounded commercially."""
    rescue_chip: Chips
    lines: tuple[RaceLine, ...]

    @property
    def change(self) -> Chips:
        """By how much the chips in play grow or shrink."""
        return sum(line.after - line.before for line in self.lines)


def chip_race(
    rules: LiveRules,
    *,
    removed: Chips,
    in_play: Collection[Chips],
    seats: Sequence[RaceSeat],
    cards: Sequence[Card],
) -> ChipRace:
    """Race the odd chips of `removed` for the next higher chip (LIVE-18, LAMB-13, LAMB-15).

    `cards` are those of a shuffled deck in their order, drawn at the table or by the software; one
    is dealt for every odd chip, seat 1 first and completely. Nobody wins two, nobody is raced out.
    """
    target = next_denomination(rules, removed, in_play)
    ratio = target // removed
    ordered = sorted(seats, key=lambda one: one.seat)
    if len({one.seat for one in ordered}) < len(ordered):
        raise FloorRefused("LIVE-18", "a_seat_is_named_twice")
    odd = {one.seat: one.chips % ratio for one in ordered}
    hands = _dealt(odd, cards)
    awarded = _rounded(sum(odd.values()) * removed, target)
    best = {seat: max(hand, key=lambda card: _height(rules, card)) for seat, hand in hands.items()}
    ranking = sorted(best, key=lambda seat: _height(rules, best[seat]), reverse=True)
    winners = set(ranking[:awarded])
    rescue = lowest_remaining(removed, in_play)
    lines = []
    for one in ordered:
        exchanged = one.chips // ratio
        kept = one.rest + (exchanged + (one.seat in winners)) * target
        had = one.rest + one.chips * removed
        rescued = kept == 0 < had
        lines.append(
            RaceLine(
                seat=one.seat,
                before=had,
                exchanged=exchanged,
                odd=odd[one.seat],
                cards=hands.get(one.seat, ()),
                best=best.get(one.seat),
                won=one.seat in winners,
                rescued=rescued,
                after=rescue if rescued else kept,
                witnessed=not one.present,
            )
        )
    return ChipRace(
        removed=removed,
        target=target,
        awarded=awarded,
        rescue_chip=rescue,
        lines=tuple(lines),
    )


def _dealt(odd: dict[Seat, int], cards: Sequence[Card]) -> dict[Seat, tuple[Card, ...]]:
    """One card for each odd chip; a seat gets all of its cards before the next one does."""
    needed = sum(odd.values())
    if len(set(cards)) < len(cards) or not set(cards) <= set(DECK):
        raise FloorRefused("LIVE-18", "cards_are_not_of_one_deck")
    if len(cards) < needed:
        raise FloorRefused("LIVE-18", "not_enough_cards", {"needed": needed, "cards": len(cards)})
    hands: dict[Seat, tuple[Card, ...]] = {}
    dealt = 0
    for seat, count in odd.items():
        if count:
            hands[seat] = tuple(cards[dealt : dealt + count])
            dealt += count
    return hands


def _rounded(value: Chips, target: Chips) -> int:
    """Commercial rounding: a half and more goes up (LIVE-18)."""
    return (2 * value + target) // (2 * target)


def _height(rules: LiveRules, card: Card) -> tuple[int, int]:
    """Rank first, then the suit (LAMB-03)."""
    return card >> 2, -rules.button.suit_order.index(SUITS[card & 3])
