"""Ten thousand hands as fast as possible: one shuffle and one loop a hand, nothing else.

python examples/ten_thousand_hands.py --hands 10000 --seats 6 --seed 7
"""

import argparse
import random
import time

from cardroom import Hand, edition
from cardroom.cards import DECK
from cardroom.engine import HandStarted, forced_bets

BLINDS = (5, 10)
STACK = 1000


def play(hand: Hand, chance: random.Random) -> None:
    """A player who mostly checks and calls, and sometimes folds or bets the pot."""
    while (options := hand.options) is not None:
        mood = chance.random()
        if mood > 0.9 and options.raise_from:
            pot = hand.chips_in + options.call
            to = max(options.raise_from, min(options.raise_to, hand.bets[options.seat] + pot))
            hand.raise_to(options.seat, to)
        elif options.check:
            hand.check(options.seat)
        elif mood < 0.3:
            hand.fold(options.seat)
        else:
            hand.call(options.seat)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()

    # What every hand has in common is made once: `Hand.deal` would make it ten thousand times.
    rules = edition("en-2.7").hand
    seats = tuple(range(1, args.seats + 1))
    button = args.seats
    small, big = (button, 1) if args.seats == 2 else (1, 2)
    posts = forced_bets(
        rules,
        seats=seats,
        button=button,
        small_blind=(small, BLINDS[0]),
        big_blind=(big, BLINDS[1]),
    )
    started = HandStarted("nl-holdem", button, seats, (STACK,) * args.seats, BLINDS[1], posts)

    chance = random.Random(args.seed)
    deck = list(DECK)
    won = dict.fromkeys(seats, 0)
    begun = time.perf_counter()
    for _ in range(args.hands):
        chance.shuffle(deck)
        hand = Hand(rules, started, deck)
        play(hand, chance)
        for seat, stack in hand.stacks.items():
            won[seat] += stack - STACK
    seconds = time.perf_counter() - begun

    print(f"{args.hands:,} hands in {seconds:.1f} s: {args.hands / seconds:,.0f} a second")
    print("won: " + ", ".join(f"seat {seat} {chips:+,}" for seat, chips in won.items()))


if __name__ == "__main__":
    main()
