"""Reads what people type for a ruling: chips, blinds, seats and the actions of a round."""

import re
from typing import Any

from cardroom.units import DIGITS_MAX

NUMBER = re.compile(r"\d{1,3}(?:[,.'’]\d{3})+|\d+")
ACT = re.compile(r"(?:seat )?(?P<seat>\d{1,2}) (?P<did>[a-z-]+)(?: to)?(?: (?P<to>\S+))?")
DID = {
    "checks": "check",
    "calls": "call",
    "bets": "bet",
    "raises": "raise",
    "folds": "fold",
    "all-in": "all-in",
}


def read_chips(text: str) -> int:
    """A whole number, with or without separators: 1200, 1,200, 1.200."""
    if not NUMBER.fullmatch(text.strip()):
        raise ValueError(f"'{text[:20]}' is not a whole number")
    digits = re.sub(r"\D", "", text)
    if len(digits) > DIGITS_MAX:
        raise ValueError("that is too large a number")
    return int(digits)


def read_blinds(text: str) -> int:
    """The big blind of `200/400`, or the number alone."""
    small, slash, big = text.partition("/")
    if not slash:
        return read_chips(text)
    if read_chips(small) > read_chips(big):
        raise ValueError("write the small blind first: 200/400")
    return read_chips(big)


def read_seats(text: str) -> list[int]:
    """Numbers with commas between them: `3,5,7`."""
    return [read_chips(word) for word in _words(text)]


def read_ranks(text: str) -> list[list[int]]:
    """The best hand first, ties with a plus: `3,1+2`."""
    return [[read_chips(seat) for seat in word.split("+")] for word in _words(text)]


def read_by_seat(text: str) -> dict[int, int]:
    """Chips by seat: `2:300,3:600`."""
    return {seat: read_chips(word) for seat, word in read_text_by_seat(text).items()}


def read_text_by_seat(text: str) -> dict[int, str]:
    """Any text by seat: `1:AhKh,2:QsQd`."""
    found: dict[int, str] = {}
    for word in _words(text):
        seat, colon, rest = word.partition(":")
        if not colon or not rest.strip():
            raise ValueError(f"'{word[:20]}' is not a seat with a colon and what belongs to it")
        if read_chips(seat) in found:
            raise ValueError(f"seat {seat} is there twice")
        found[read_chips(seat)] = rest.strip()
    return found


def read_actions(text: str) -> list[dict[str, Any]]:
    """The actions of a round: `1 raises to 1200, 2 all-in 1500, 3 calls`."""
    return [_act(word) for word in re.split(r",\s+", text.strip().rstrip(","))]


def _act(word: str) -> dict[str, Any]:
    match = ACT.fullmatch(" ".join(word.lower().split()))
    did = DID.get(match["did"]) if match else None
    if match is None or did is None:
        raise ValueError(
            f"'{word[:30]}' is not an action: write '1 raises 1200, 2 all-in 1500, 3 calls'"
        )
    to = read_chips(match["to"]) if match["to"] else 0
    if bool(to) != (did in {"bet", "raise", "all-in"}):
        raise ValueError(f"'{word[:30]}': bets, raises and all-ins have a total, and only they do")
    return {"seat": int(match["seat"]), "did": did, "to": to}


def _words(text: str) -> list[str]:
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise ValueError("there is nothing between two commas")
    return words
