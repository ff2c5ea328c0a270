"""Who finished where when several bust: by hand, by table, by chips; ties share the prizes."""

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.errors import FloorRefused
from cardroom.floor.seat_events import Out
from cardroom.rulebook.live import LiveRules
from cardroom.units import Cents, Chips


class Bust(msgspec.Struct, frozen=True, kw_only=True):
    """A player out of the tournament, with the chips that they had when the hand began."""

    entry: Annotated[int, Meta(ge=1)]
    table: Annotated[int, Meta(ge=1)]
    stack: Annotated[Chips, Meta(ge=1)]
    hand_ended_ms: int | None = None
    """When the hand was over; not needed while play is hand for hand."""


class Finish(msgspec.Struct, frozen=True, kw_only=True):
    """A place, and the prize that goes with it; tied players share both (LAMB-32)."""

    entry: int
    place: int
    tied: int
    """How many share the place, the player included."""
    prize: Cents


def finishes(
    rules: LiveRules,
    busts: Sequence[Bust],
    *,
    players_before: int,
    prizes: Sequence[Cents],
    hand_for_hand: bool,
) -> tuple[Finish, ...]:
    """Places and prizes of all players who bust, best first (LIVE-29.b, LIVE-29.c, LAMB-32).

    Hand for hand, all busts of one synchronised hand count at once. Otherwise the hand that ended
    later is better; when nobody knows the order, the floor has to name it (LAMB-37).
    """
    if len({bust.entry for bust in busts}) < len(busts):
        raise FloorRefused("LIVE-29", "an_entry_is_named_twice")
    if not 0 < len(busts) < players_before:
        raise FloorRefused("LIVE-29", "somebody_must_be_left", {"players": players_before})
    groups = [list(busts)] if hand_for_hand else _by_hand(busts)
    found: list[Finish] = []
    place = players_before - len(busts) + 1
    for group in groups:
        for tied in _tiers(rules, group):
            covered = prizes[place - 1 : place - 1 + len(tied)]
            shares = shared_prize(tied, sum(covered))
            found += [
                Finish(entry=bust.entry, place=place, tied=len(tied), prize=shares[bust.entry])
                for bust in tied
            ]
            place += len(tied)
    return tuple(found)


def busts_of(table: int, out: Sequence[Out]) -> list[Bust]:
    """Who went out in a hand of a table; where the floor named the order, it replaces the stacks.

    A player without a known stack counts as one with less than anybody whose stack is known.
    """
    return [
        Bust(
            entry=one.entry,
            table=table,
            stack=one.stack or 1 + (len(out) - one.order) * bool(one.order),
        )
        for one in out
    ]


def ends_hand_for_hand(players_left: int, paid_places: int) -> bool:
    """Whether enough are out, counted after the whole synchronised hand (LIVE-29, 8.7)."""
    return players_left <= paid_places


def _by_hand(busts: Sequence[Bust]) -> list[list[Bust]]:
    """The busts of every hand, the last hand first (LAMB-37)."""
    by_table: dict[tuple[int, int | None], list[Bust]] = {}
    for bust in busts:
        by_table.setdefault((bust.table, bust.hand_ended_ms), []).append(bust)
    times = [ended for _, ended in by_table]
    if len(times) > 1 and (None in times or len(set(times)) < len(times)):
        raise FloorRefused("LAMB-37", "the_order_of_the_hands_is_unknown")
    return [by_table[key] for key in sorted(by_table, key=lambda key: key[1] or 0, reverse=True)]


def _tiers(rules: LiveRules, busts: list[Bust]) -> list[list[Bust]]:
    """Groups of players who tie, best first.

    The best of every table tie, then the second ones, and so on; equal stacks at one table tie
    (LAMB-33).
    """
    floor = rules.floor
    tables = {bust.table for bust in busts}
    if len(tables) > 1 and floor.h4h_tables_tie and floor.h4h_mixed == "all_tie":
        return [_in_order(busts)]
    if not floor.h4h_more_chips_first:
        return [_in_order(busts)]
    tiers: dict[int, list[Bust]] = {}
    compared = [list(group) for group in _compared(busts, by_table=floor.h4h_tables_tie)]
    for group in compared:
        stacks = sorted({bust.stack for bust in group}, reverse=True)
        for bust in group:
            tiers.setdefault(stacks.index(bust.stack), []).append(bust)
    return [_in_order(tiers[tier]) for tier in sorted(tiers)]


def _compared(busts: list[Bust], *, by_table: bool) -> list[list[Bust]]:
    """The groups within which chips are compared: each table, or all tables together."""
    if not by_table:
        return [busts]
    ordered = sorted(busts, key=lambda bust: bust.table)
    return [list(group) for _, group in groupby(ordered, key=lambda bust: bust.table)]


def _in_order(busts: list[Bust]) -> list[Bust]:
    """Larger stacks first, then lower entry numbers."""
    return sorted(busts, key=lambda bust: (-bust.stack, bust.entry))


def shared_prize(tied: Sequence[Bust], money: Cents) -> dict[int, Cents]:
    """The prizes of the places covered, divided equally (LAMB-32).

    Cents that are left go one each to the larger starting stack, then to the lower entry number.
    """
    share, left = divmod(money, len(tied))
    ordered = _in_order(list(tied))
    return {bust.entry: share + (number < left) for number, bust in enumerate(ordered)}
