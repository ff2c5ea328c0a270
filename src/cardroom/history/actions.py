"""What happened in a hand, one notation each: 'd dh p1 AhKh', 'p3 cbr 3.50', 'p2 sm'.

Players are numbered as in the file, from 1; amounts are units (see amounts.py).
"""

from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from msgspec import Struct

from cardroom.cards import Card, card_names, parse_cards
from cardroom.history.amounts import AMOUNT_MAX, plain

PLAYERS_MAX = 10

KILLED = "# killed by "
"""Marks a fold that the floor declared (LIVE-32): the format has no notation for it."""


class Action(Struct, frozen=True, kw_only=True):
    """One entry of `actions`; the remark is what the annotator wrote behind '#'."""

    remark: str = ""


class Remark(Action, frozen=True, kw_only=True):
    """Nothing happened: an empty entry, or a remark alone."""


class HoleDealt(Action, frozen=True, kw_only=True):
    """The dealer gave hole cards to a player."""

    player: int
    cards: tuple[Card, ...]


class BoardDealt(Action, frozen=True, kw_only=True):
    """The dealer turned cards of the board."""

    cards: tuple[Card, ...]


class Folded(Action, frozen=True, kw_only=True):
    """A player folded (BET-04)."""

    player: int


class CheckedOrCalled(Action, frozen=True, kw_only=True):
    """A player checked or called, whichever it was (BET-05, BET-06)."""

    player: int


class RaisedTo(Action, frozen=True, kw_only=True):
    """A player bet or raised to a total on this street (BET-07)."""

    player: int
    to: int


class ShowedOrMucked(Action, frozen=True, kw_only=True):
    """A player showed cards, or mucked (`cards` is None).

    No cards at all (a dash in the file) are the hole cards as they were dealt.
    """

    player: int
    cards: tuple[Card, ...] | None


class Unplayed(Action, frozen=True, kw_only=True):
    """A bring-in or a draw: belongs to a game that cardroom does not play."""

    player: int
    words: str


Amount = Callable[[Decimal], int]
"""Turns the number in a raise into units."""


def parse_action(text: str, *, players: int, amount: Amount) -> Action:
    """Read one notation; what is wrong with it is the text of a ValueError."""
    notation, mark, remark = text.partition("#")
    remark = f"#{remark}" if mark else ""
    match notation.split():
        case []:
            return Remark(remark=remark)
        case ["d", "dh", name, cards]:
            return HoleDealt(player=_player(name, players), cards=parse_cards(cards), remark=remark)
        case ["d", "db", cards]:
            return BoardDealt(cards=parse_cards(cards), remark=remark)
        case ["d", *_]:
            raise ValueError(f"'{notation.strip()}' is nothing that a dealer does")
        case [name, verb, *words]:
            return _player_action(_player(name, players), verb, words, amount, remark)
        case words:
            raise ValueError(f"'{words[0]}' does nothing")


def _player_action(player: int, verb: str, words: list[str], amount: Amount, remark: str) -> Action:
    match verb, words:
        case "f", []:
            return Folded(player=player, remark=remark)
        case "cc", []:
            return CheckedOrCalled(player=player, remark=remark)
        case "cbr", [number]:
            return RaisedTo(player=player, to=amount(parse_number(number)), remark=remark)
        case "sm", []:
            return ShowedOrMucked(player=player, cards=None, remark=remark)
        case "sm", ["-"]:
            return ShowedOrMucked(player=player, cards=(), remark=remark)
        case "sm", [cards]:
            return ShowedOrMucked(player=player, cards=parse_cards(cards), remark=remark)
        case "pb" | "sd", _:
            return Unplayed(player=player, words=" ".join([verb, *words]), remark=remark)
    raise ValueError(f"'{' '.join([verb, *words])}' is nothing that a player does")


def _player(name: str, players: int) -> int:
    number = int(name[1:]) if name[:1] == "p" and name[1:].isdecimal() else 0
    if not 1 <= number <= players:
        raise ValueError(f"'{name}' is none of the {players} players")
    return number


def parse_number(text: str) -> Decimal:
    """Read the amount of a raise, exactly as it is written."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"'{text}' is not an amount") from None
    if not number.is_finite() or not 0 < number <= AMOUNT_MAX:
        raise ValueError(f"'{text}' is not an amount")
    return number


def write_action(action: Action, *, places: int) -> str:
    """Write one notation; what parse_action reads from it is the same action."""
    notation = _notation(action, places)
    return f"{notation} {action.remark}".strip()


def _notation(action: Action, places: int) -> str:
    match action:
        case HoleDealt(player=player, cards=cards):
            return f"d dh p{player} {card_names(cards)}"
        case BoardDealt(cards=cards):
            return f"d db {card_names(cards)}"
        case Folded(player=player):
            return f"p{player} f"
        case CheckedOrCalled(player=player):
            return f"p{player} cc"
        case RaisedTo(player=player, to=to):
            return f"p{player} cbr {plain(to, places)}"
        case ShowedOrMucked(player=player, cards=None):
            return f"p{player} sm"
        case ShowedOrMucked(player=player, cards=cards):
            return f"p{player} sm {card_names(cards) if cards else '-'}"
        case Unplayed(player=player, words=words):
            return f"p{player} {words}"
    return ""
