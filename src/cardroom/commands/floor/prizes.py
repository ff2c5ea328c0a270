"""Reads prizes for the floor: euros with commas between them."""

from cardroom.errors import UsageError
from cardroom.units import Cents, cents

CENTS_MAX = 10**12


def read_prizes(option: str, text: str) -> list[Cents]:
    """The prizes, first place first; a worse place never wins more."""
    prizes = [_prize(option, word) for word in text.split(",")]
    if prizes != sorted(prizes, reverse=True):
        raise UsageError(f"{option}: a worse place cannot win more.")
    return prizes


def _prize(option: str, word: str) -> Cents:
    prize = cents(word)
    if prize is None or prize > CENTS_MAX:
        raise UsageError(f"{option}: '{word[:20]}' is not a prize: write euros, 60 or 61.75.")
    return prize
