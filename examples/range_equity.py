"""What ranges of hole cards win against each other.

python examples/range_equity.py "QQ+, AKs" "JJ-99, AQ, A5s-A2s" --board Th9h2c
"""

import argparse
import random
import sys
from fractions import Fraction
from itertools import product

from cardroom import Card, card_names, equity, range_equity, read_cards, read_range

Hole = tuple[Card, Card]
EXACT_MAX = 200
"""Up to this many pairs of hands every board of every pair is counted."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ranges", nargs="+", metavar="RANGE", help='such as "QQ+, AKs, A5s-A2s"')
    parser.add_argument("--board", default="", help="the board so far, such as Th9h2c")
    parser.add_argument("--samples", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=None, help="the same samples every time")
    args = parser.parse_args()
    try:
        ranges = [read_range(text) for text in args.ranges]
        board = read_cards(args.board)
        chance = random.Random(args.seed)
        found = range_equity(ranges, board, sample=chance.sample, samples=args.samples)
    except ValueError as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    for text, held, hand in zip(args.ranges, ranges, found.hands, strict=True):
        share = f"{100 * float(hand.share):5.1f} % ± {100 * hand.error:.1f}"
        print(f"{share}  {text} ({len(held)} hands)")
    if len(ranges) == 2 and len(board) >= 3:
        exactly(ranges[0], ranges[1], board)
    return 0


def exactly(mine: tuple[Hole, ...], yours: tuple[Hole, ...], board: tuple[Card, ...]) -> None:
    """From the flop on two small ranges can be counted: every pair of hands on every board."""
    pairs = [
        (one, other)
        for one, other in product(mine, yours)
        if len({*one, *other, *board}) == 4 + len(board)
    ]
    if not pairs or len(pairs) > EXACT_MAX:
        return
    shares = [equity(pair, board).hands[0].share for pair in pairs]
    mean = sum(shares, Fraction()) / len(shares)
    print(f"{100 * float(mean):5.1f} % exactly, of {len(pairs)} pairs")
    best = max(range(len(pairs)), key=lambda place: shares[place])
    print(f"best: {card_names(pairs[best][0])} against {card_names(pairs[best][1])}")


if __name__ == "__main__":
    sys.exit(main())
