"""What does not fit together in the cash part, in a published edition or in house rules."""

from collections.abc import Iterator
from itertools import pairwise

from cardroom.rulebook.cash.rake import RakeRow
from cardroom.rulebook.cash.rejoining import RejoinRow
from cardroom.rulebook.cash.rules import CashRules

Problem = tuple[str, str, str]
"""Rule and key as in the TOML data, and the reason."""


def problems(cash: CashRules) -> Iterator[Problem]:
    """Everything that contradicts itself, each with the switch to look at."""
    yield from _stakes(cash)
    yield from _ceilings(cash)
    yield from _buy_ins(cash)
    yield from _tables(cash)
    yield from _timebank(cash)
    yield from _rejoining(cash)


def _stakes(cash: CashRules) -> Iterator[Problem]:
    tables = (
        ("RAKE-07", "nl_holdem", cash.rake.nl_holdem),
        ("RAKE-08", "pl_omaha", cash.rake.pl_omaha),
        ("RAKE-09", "banzai", cash.rake.banzai),
    )
    for rule, key, rows in tables:
        seen: set[tuple[str, int, int]] = set()
        for row in rows:
            for reason in _row(cash, row, banzai=key == "banzai"):
                yield rule, key, f"{row.name}: {reason}"
            blinds = (row.format, row.small_blind, row.big_blind)
            if blinds in seen:
                yield rule, key, f"{row.name}: a second row of the same format and blinds"
            seen.add(blinds)


def _row(cash: CashRules, row: RakeRow, *, banzai: bool) -> Iterator[str]:
    if row.small_blind > row.big_blind:
        yield f"small blind {row.small_blind} is above big blind {row.big_blind}"
    if (row.format == "banzai") != banzai:
        yield f"format {row.format} does not belong in this table"
    lowest = cash.rake.short_handed_cap(row.cap, row.big_blind)
    if lowest < cash.rake.minimum:
        yield f"its lowest cap {lowest} is below the minimum rake {cash.rake.minimum}"


def _ceilings(cash: CashRules) -> Iterator[Problem]:
    blinds = [ceiling.big_blind_from for ceiling in cash.rake.short_handed_ceilings]
    if any(low >= high for low, high in pairwise(blinds)):
        yield "AMB-05", "short_handed_ceilings", "the big blinds do not rise"


def _buy_ins(cash: CashRules) -> Iterator[Problem]:
    ranges = (
        ("CASH-16", "ordinary", cash.buy_in.ordinary),
        ("AMB-02", "deepstack", cash.buy_in.deepstack),
        ("AMB-03", "shortstack", cash.buy_in.shortstack),
        ("BANZ-02", "banzai", cash.buy_in.banzai),
    )
    for rule, key, standard in ranges:
        if standard.min_bb > standard.max_bb:
            yield rule, key, f"minimum {standard.min_bb} is above maximum {standard.max_bb}"
    if cash.buy_in.banzai.min_bb != cash.buy_in.banzai.max_bb:
        yield "BANZ-02", "banzai", "a Banzai buy-in is one amount, not a range"


def _tables(cash: CashRules) -> Iterator[Problem]:
    seating = cash.seating
    smallest = min(seating.seats, cash.banzai.seats)
    for rule, key, needed in (
        ("CASH-07", "players_to_start", seating.players_to_start),
        ("AMB-39", "players_to_open", seating.players_to_open),
    ):
        if needed > smallest:
            yield rule, key, f"{needed} players do not fit at a table of {smallest} seats"
    if seating.fewest_dealt_in > seating.players_to_start:
        yield "AMB-31", "fewest_dealt_in", f"above players_to_start {seating.players_to_start}"
    unnamed = set(cash.banzai.open_games) - set(cash.banzai.base_games)
    if unnamed:
        yield "AMB-07", "open_games", f"{', '.join(sorted(unnamed))} is no Banzai game (BANZ-01)"


def _timebank(cash: CashRules) -> Iterator[Problem]:
    clock = cash.clock
    if clock.bank_first_ms > clock.bank_cap_ms:
        yield "TIME-05", "bank_first_ms", f"above the cap {clock.bank_cap_ms}"
    if clock.bank_floor_ms > clock.bank_cap_ms:
        yield "TIME-06", "bank_floor_ms", f"above the cap {clock.bank_cap_ms}"


def _rejoining(cash: CashRules) -> Iterator[Problem]:
    newcomer, *others = cash.rejoining.table
    ordinary = cash.buy_in.ordinary
    if newcomer.same_table or not all(row.same_table for row in others):
        yield "RAT-02", "table", "the first row, and only it, is for players who were not there"
    if (newcomer.min_buy_in, newcomer.max_buy_in) != (ordinary.min_bb, ordinary.max_bb):
        yield "RAT-02", "table", "the first row is not the ordinary buy-in of CASH-16"
    for number, row in enumerate(cash.rejoining.table, start=1):
        if _can_cross(row):
            yield "RAT-02", "table", f"row {number}: the minimum can be above the maximum"


def _can_cross(row: RejoinRow) -> bool:
    """Whether some stack that the row allows makes its minimum larger than its maximum."""
    match row.min_buy_in, row.max_buy_in:
        case int(low), int(high):
            return low > high
        case int(low), _:
            return low > max(row.stack_at_least_bb or 0, row.stack_above_bb or 0)
        case _, int(high):
            bounds = [row.stack_at_most_bb, row.stack_below_bb]
            return all(bound is None or bound > high for bound in bounds)
        case _:
            return False
