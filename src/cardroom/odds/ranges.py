"""Ranges of hold'em hole cards as players write them, and what they win against each other."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations, product
from math import comb

from cardroom.cards import DECK, RANKS, Card, card_names, parse_cards
from cardroom.odds.equities import (
    EXACT_BOARDS_MAX,
    SAMPLES,
    SAMPLES_MAX,
    SAMPLES_PER_STEP,
    Equity,
    Sample,
    counted,
    equity_of_outcomes,
    no_progress,
)
from cardroom.odds.equity_question import BOARD_SIZE, HANDS_MAX, verified, verify_cards
from cardroom.odds.ranking import strength
from cardroom.odds.runouts import Outcomes, Progress, winners

Hole = tuple[Card, Card]
Deal = tuple[Hole, ...]
FLOP = 3
TRIES_MAX = 10_000
"""After this many draws without hole cards for everybody, there may be none."""
ALL_HANDS = ("random", "any")
_DEALS_KEPT = 8
"""Some deals of the first hands leave nothing for the others: so many times more are looked at."""


def read_range(text: str) -> tuple[Hole, ...]:
    """All hole cards of a range such as `QQ+, AKs, A5s-A2s, KQ, AhKd`, each once.

    `random` (or `any`) are all 1326.

    Anything else raises a ValueError that names the part that is no range.
    """
    found: dict[Hole, None] = {}
    for part in text.replace(",", " ").split():
        found.update(dict.fromkeys(_read_part(part)))
    if not found:
        raise ValueError("a range names at least one hand")
    return tuple(found)


def _read_part(part: str) -> list[Hole]:
    if part in ALL_HANDS:
        return list(combinations(DECK, 2))
    first, dash, last = part.partition("-")
    try:
        if dash:
            return _between(first, last)
        if part.endswith("+"):
            return _between(part[:-1], _best_like(part[:-1]))
        if len(part) == 4:
            one, other = parse_cards(part)
            return [(one, other)] if one != other else _no_range(part)
        return _shape(*_read_shape(part))
    except ValueError:
        raise ValueError(f"'{part}' is no range of hole cards") from None


def _no_range(part: str) -> list[Hole]:
    raise ValueError(part)


def _read_shape(text: str) -> tuple[int, int, str]:
    """The high rank, the low rank, and `s`, `o` or nothing: `AKs` is 12, 11, s."""
    suits = text[2:]
    if len(text) < 2 or suits not in {"", "s", "o"}:
        raise ValueError(text)
    low, high = sorted([RANKS.index(text[0]), RANKS.index(text[1])])
    if low == high and suits:
        raise ValueError(text)
    return high, low, suits


def _best_like(text: str) -> str:
    """The end of a `+`: pairs go up to aces, other hands until the lower card meets the higher."""
    high, low, suits = _read_shape(text)
    return "AA" if low == high else f"{RANKS[high]}{RANKS[high - 1]}{suits}"


def _between(first: str, last: str) -> list[Hole]:
    """From one shape to another: pairs, or the same high card with a rising low one."""
    one, other = _read_shape(first), _read_shape(last)
    pairs = one[0] == one[1], other[0] == other[1]
    if one[2] != other[2] or (pairs == (False, False) and one[0] != other[0]) or sum(pairs) == 1:
        raise ValueError(first)
    lows = range(min(one[1], other[1]), max(one[1], other[1]) + 1)
    return [hole for low in lows for hole in _shape(low if pairs[0] else one[0], low, one[2])]


def _shape(high: int, low: int, suits: str) -> list[Hole]:
    holes = [(4 * high + x, 4 * low + y) for x in range(4) for y in range(4)]
    if high == low:
        return [(one, other) for one, other in holes if one > other]
    return [(a, b) for a, b in holes if not suits or (a & 3 == b & 3) == (suits == "s")]


def range_equity(
    ranges: Sequence[Sequence[Hole]],
    board: Sequence[Card] = (),
    dead: Sequence[Card] = (),
    *,
    sample: Sample | None = None,
    samples: int = SAMPLES,
    limit: int = EXACT_BOARDS_MAX,
    progress: Progress = no_progress,
) -> Equity:
    """What 2 to 10 ranges win of a hold'em pot: exact up to `limit` boards, above it from samples.

    All combinations of hole cards that can be dealt together are equally likely, and the boards of
    all of them count. Samples draw hole cards and board by chance, as `random.Random(seed).sample`
    does; every share has its standard error. Ranges that leave no combination, and cards that are
    not known or there twice, raise a ValueError.
    """
    if not 2 <= len(ranges) <= HANDS_MAX:
        raise ValueError(f"equity is shared by 2 to {HANDS_MAX} hands, not {len(ranges)}")
    if not 1 <= samples <= SAMPLES_MAX:
        raise ValueError(f"samples are 1 to {SAMPLES_MAX}, not {samples}")
    if len(board) > BOARD_SIZE:
        raise ValueError(f"a board has {BOARD_SIZE} cards at most, not {len(board)}")
    seen = [*board, *dead]
    verify_cards(seen)
    possible = [[hole for hole in held if not set(hole) & set(seen)] for held in ranges]
    if not all(possible):
        raise ValueError(f"a range has no hand left beside '{card_names(seen)}'")
    left = len(DECK) - len(seen) - 2 * len(ranges)
    boards = comb(left, BOARD_SIZE - len(board)) if left >= 0 else 0
    if not boards:
        raise ValueError(f"too few cards are left for {len(ranges)} hands and the board")
    deals = _deals(possible, limit // boards)
    if deals is not None:
        outcomes = _counted(deals, board, dead, progress)
        return equity_of_outcomes([()] * len(ranges), outcomes, exact=True)
    if sample is None:
        raise ValueError(f"these ranges have more than {limit} boards: they must be sampled")
    draw = partial(_drawn, possible, board, [card for card in DECK if card not in seen], sample)
    outcomes = _sampled(draw, samples, progress)
    return equity_of_outcomes([()] * len(ranges), outcomes, exact=False)


def _deals(ranges: Sequence[Sequence[Hole]], deals_max: int) -> list[Deal] | None:
    """All ways to deal hole cards to everybody, or None when there are more than `deals_max`."""
    found: list[Deal] = [()]
    for held in ranges:
        before, found = found, []
        for dealt, hole in product(before, held):
            if not any(card in other for card in hole for other in dealt):
                found.append((*dealt, hole))
                if len(found) > max(deals_max, 1) * _DEALS_KEPT:
                    return None
    if not found:
        raise ValueError("these ranges cannot be held at the same time")
    return found if len(found) <= deals_max else None


def _counted(
    deals: Sequence[Deal], board: Sequence[Card], dead: Sequence[Card], progress: Progress
) -> Outcomes:
    """Count every board of every deal: deal by deal before the flop, later board by board."""
    if len(board) >= FLOP:
        return _counted_by_board(deals, board, dead, progress)
    outcomes: Outcomes = {}
    for number, holes in enumerate(deals, 1):
        question = verified(holes, board, dead, omaha=False)
        for mask, count in counted(question, no_progress).items():
            outcomes[mask] = outcomes.get(mask, 0) + count
        progress(number, len(deals))
    return outcomes


def _counted_by_board(
    deals: Sequence[Deal], board: Sequence[Card], dead: Sequence[Card], progress: Progress
) -> Outcomes:
    """The same, where many deals share few boards: each hand is ranked once on each of them."""
    held = [(holes, _bits(card for hole in holes for card in hole)) for holes in deals]
    different = {hole: _bits(hole) for holes in deals for hole in holes}
    stub = [card for card in DECK if card not in board and card not in dead]
    boards = list(combinations(stub, BOARD_SIZE - len(board)))
    outcomes: Outcomes = {}
    for number, rest in enumerate(boards, 1):
        shown, taken = (*board, *rest), _bits(rest)
        ranked = {
            hole: strength([*hole, *shown]) for hole, bits in different.items() if not bits & taken
        }
        for holes, bits in held:
            if not bits & taken:
                mask = winners([ranked[hole] for hole in holes])
                outcomes[mask] = outcomes.get(mask, 0) + 1
        progress(number, len(boards))
    return outcomes


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << card for card in cards)


def _sampled(draw: Callable[[], int], samples: int, progress: Progress) -> Outcomes:
    """Deal a number of times; `draw` says who wins."""
    outcomes: Outcomes = {}
    for done in range(1, samples + 1):
        mask = draw()
        outcomes[mask] = outcomes.get(mask, 0) + 1
        if done % SAMPLES_PER_STEP == 0:
            progress(done, samples)
    progress(samples, samples)
    return outcomes


def _drawn(
    ranges: Sequence[Sequence[Hole]], board: Sequence[Card], stub: list[Card], sample: Sample
) -> int:
    """Deal hole cards and the rest of the board once: the winners."""
    holes, held = _holes_together(ranges, sample)
    rest = [card for card in stub if card not in held]
    shown = [*board, *sample(rest, BOARD_SIZE - len(board))]
    return winners([strength([*hole, *shown]) for hole in holes])


def _holes_together(
    ranges: Sequence[Sequence[Hole]], sample: Sample
) -> tuple[list[Hole], set[Card]]:
    """Hole cards for everybody. A draw with a card twice is drawn again as a whole."""
    places = [range(len(held)) for held in ranges]
    for _ in range(TRIES_MAX):
        holes = [held[sample(place, 1)[0]] for held, place in zip(ranges, places, strict=True)]
        cards = {card for hole in holes for card in hole}
        if len(cards) == 2 * len(holes):
            return holes, cards
    raise ValueError("these ranges can hardly be held at the same time")
