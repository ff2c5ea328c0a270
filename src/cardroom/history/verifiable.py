"""Reads the hands of a file with their proofs, whichever of our three formats it is in."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec import Struct

from cardroom.cards import Card, parse_cards
from cardroom.engine.starting import clockwise
from cardroom.errors import InvalidFile
from cardroom.fairness.recorded import RecordedCards
from cardroom.history.narrated import place_of
from cardroom.history.ohh import GAME_TYPES
from cardroom.history.phh import read_hands
from cardroom.history.proofs import SECTION
from cardroom.history.record import Place
from cardroom.history.recorded_cards import KEY, cards_of_record, recorded_cards
from cardroom.history.text import GAMES as TEXT_GAMES

HEAD = "PokerStars Hand #"
LINES_MAX = 5_000
NUMBER_DIGITS_MAX = 19
_FIRST = re.compile(r"PokerStars Hand #(\d{1,19}): ")
_BUTTON = re.compile(r".* Seat #(\d+) is the button")
_SEAT = re.compile(r"Seat (\d+): (.+) \(\S+ in chips(?:, \S+ bounty)?\)")
_DEALT = re.compile(r"Dealt to (.+) \[(.+)\]")
_SHOWS = re.compile(r"(.+): shows \[([^]]+)\].*")
_STREET = re.compile(r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\* (?:\[.*\] )?\[([^]]+)\]")


class VerifiableHand(Struct, frozen=True):
    """A hand of a file: its number for trackers, its cards, and the section with its proof.

    `cards` is None where the file does not say enough, `section` where there is no proof.
    """

    place: Place
    number: str
    cards: RecordedCards | None
    section: object = None


def verifiable_hands(
    lines: Iterable[str], file: str, side: Iterable[str] | None = None
) -> Iterator[VerifiableHand]:
    """Every hand of a PHH, OHH or text file; `side` are the lines of the text's side file."""
    every = iter(lines)
    opening: list[str] = []
    for line in every:
        opening.append(line)
        if line.strip() and not line.lstrip().startswith("#"):
            break
    first = opening[-1].lstrip("\ufeff").lstrip() if opening else ""
    whole = chain(opening, every)
    if first.startswith("{"):
        return _open_hands(whole, file)
    if first.startswith(HEAD):
        return _text_hands(whole, file, _side_sections(side or (), file))
    return _phh_hands(whole, file)


def _phh_hands(lines: Iterable[str], file: str) -> Iterator[VerifiableHand]:
    for place, record in read_hands(lines, file):
        number = str(record.other.get("hand", ""))
        yield VerifiableHand(place, number, cards_of_record(record), record.other.get(SECTION))


def _pieces(lines: Iterable[str], file: str, starts: str) -> Iterator[tuple[int, list[str]]]:
    """Cut lines into hands: where one starts, or after an empty line."""
    piece: list[str] = []
    first = 1
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        is_next = line.startswith(starts) if starts else not line.strip()
        if is_next and any(one.strip() for one in piece):
            yield first, piece
            piece = []
        if not any(one.strip() for one in piece):
            piece, first = [], number
        piece.append(line)
        if len(piece) > LINES_MAX:
            raise InvalidFile(file, f"a hand of more than {LINES_MAX} lines", line=number)
    if any(one.strip() for one in piece):
        yield first, piece


def _open_hands(lines: Iterable[str], file: str) -> Iterator[VerifiableHand]:
    for count, (line, piece) in enumerate(_pieces(lines, file, ""), 1):
        try:
            found = json.loads("\n".join(piece))
        except (json.JSONDecodeError, RecursionError):
            raise InvalidFile(file, "is no JSON object of Open Hand History", line=line) from None
        hand = found.get("ohh") if isinstance(found, dict) else None
        if not isinstance(hand, dict):
            raise InvalidFile(file, "is no JSON object of Open Hand History", line=line)
        place = Place(file, count, line)
        number = str(hand.get("game_number", ""))
        yield VerifiableHand(place, number, _open_cards(hand), hand.get(SECTION))


def _open_cards(hand: Mapping[str, Any]) -> RecordedCards | None:
    games = {words: game for game, words in GAME_TYPES.items()}
    try:
        game = games[hand["game_type"], hand["bet_limit"]["bet_type"]]
        number, button = _whole(hand["game_number"]), hand["dealer_seat"]
        seats = [player["seat"] for player in hand["players"]]
        board: tuple[Card, ...] = ()
        hole: dict[int, tuple[Card, ...]] = {}
        for street in hand["rounds"]:
            board += parse_cards("".join(street["cards"]))
            for action in street["actions"]:
                if action["action"] in ("Dealt Cards", "Shows Cards"):
                    hole[action["player_id"]] = parse_cards("".join(action["cards"]))
    except (KeyError, TypeError, ValueError):
        return None
    if not all(isinstance(seat, int) for seat in (button, *seats)):
        return None
    return recorded_cards(
        place_of(str(hand.get(KEY, "")), number),
        game=game,
        button=button,
        seats=tuple(clockwise(seats, button)),
        hole=hole,
        board=board,
        counts_from_one=True,
    )


def _whole(text: object) -> int:
    if isinstance(text, str) and text.isdecimal() and len(text) <= NUMBER_DIGITS_MAX:
        return int(text)
    raise ValueError(text)


def _side_sections(lines: Iterable[str], file: str) -> dict[str, tuple[str, object]]:
    """The key and the proof of every hand in a side file, by the hand's number."""
    sections: dict[str, tuple[str, object]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
            sections[found["hand"]] = str(found.get(KEY, "")), found[SECTION]
        except (json.JSONDecodeError, RecursionError, KeyError, TypeError, AttributeError):
            raise InvalidFile(file, "its side file has no proof here", line=number) from None
    return sections


def _text_hands(
    lines: Iterable[str], file: str, sections: Mapping[str, tuple[str, object]]
) -> Iterator[VerifiableHand]:
    for count, (line, piece) in enumerate(_pieces(lines, file, HEAD), 1):
        first = _FIRST.match(piece[0].lstrip("\ufeff"))
        if first is None:
            raise InvalidFile(file, "is no hand in the text format", line=line)
        place = Place(file, count, line)
        key, section = sections.get(first[1], ("", None))
        cards = _text_cards(place_of(key, int(first[1])), piece)
        yield VerifiableHand(place, first[1], cards, section)


def _text_cards(where: tuple[int, int, int], lines: list[str]) -> RecordedCards | None:
    game = next((game for game, words in TEXT_GAMES.items() if f"{words} " in lines[0]), None)
    button = _BUTTON.fullmatch(lines[1]) if len(lines) > 1 else None
    seats: dict[str, int] = {}
    hole: dict[int, tuple[Card, ...]] = {}
    board: tuple[Card, ...] = ()
    try:
        for line in lines[2:]:
            if line.startswith("*** SUMMARY"):
                break
            if found := _STREET.fullmatch(line):
                board += parse_cards(found[1])
            elif found := _DEALT.fullmatch(line) or _SHOWS.fullmatch(line):
                hole[seats[found[1]]] = parse_cards(found[2])
            elif found := _SEAT.fullmatch(line):
                seats[found[2]] = int(found[1])
    except (KeyError, ValueError):
        return None
    if game is None or button is None or not seats:
        return None
    return recorded_cards(
        where,
        game=game,
        button=int(button[1]),
        seats=tuple(clockwise(tuple(seats.values()), int(button[1]))),
        hole=hole,
        board=board,
        counts_from_one=True,
    )
