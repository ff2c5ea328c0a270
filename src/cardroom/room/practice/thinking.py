"""How a practice player thinks: what it has seen of a hand, and what it makes of it."""

from typing import Any, NamedTuple

from cardroom.cards import Card
from cardroom.odds.ranking import strength
from cardroom.room.requests import Action
from cardroom.room.shuffle import Bits, below
from cardroom.units import Cents, Seat

BEST_STRENGTH = 7462


class Character(NamedTuple):
    """How a practice player plays, in thousandths: what it takes to stay in, to raise, to bluff."""

    name: str
    stays_from: int
    raises_from: int
    bluffs: int


CHARACTERS = (
    Character("Rock", stays_from=620, raises_from=860, bluffs=10),
    Character("Caller", stays_from=380, raises_from=930, bluffs=5),
    Character("Shark", stays_from=540, raises_from=760, bluffs=60),
    Character("Maniac", stays_from=340, raises_from=600, bluffs=140),
    Character("Regular", stays_from=500, raises_from=800, bluffs=35),
)


class Seen(NamedTuple):
    """What a practice player knows of the hand: its own cards, the board, who started it.

    Seats, stacks at the start and big blind are empty in a hand that it joined in the middle.
    """

    hole: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    seats: tuple[Seat, ...] = ()
    stacks: tuple[int, ...] = ()
    big_blind: int = 0
    short_handed: int = 0
    """How many hands in a row were dealt to three players or fewer, with this one."""


class Thinking:
    """The mind of one practice player: its own cards and the board of every table, and no more."""

    def __init__(self, character: Character, bits: Bits) -> None:
        self._character = character
        self._bits = bits
        self._seen: dict[str, Seen] = {}

    # What it sees

    def read(self, channel: str, event: dict[str, Any]) -> None:
        """Take in an event of a table."""
        match event.get("type"):
            case "hand_started":
                self._seen[channel] = Seen(
                    seats=tuple(event["seats"]),
                    stacks=tuple(event["stacks"]),
                    big_blind=event["big_blind"],
                )
            case "hole_dealt":
                own = [cards for cards in event["hole"] if cards and cards[0] >= 0]
                if own:
                    self._seen[channel] = self.seen(channel)._replace(hole=tuple(own[0]))
            case "board_dealt":
                seen = self.seen(channel)
                self._seen[channel] = seen._replace(board=(*seen.board, *event["cards"]))

    def read_hand(self, channel: str, hand: dict[str, Any] | None) -> None:
        """Take in the hand of a snapshot."""
        if hand is not None:
            own = [seat["hole"] for seat in hand["seats"] if seat["hole"] and seat["hole"][0] >= 0]
            self._seen[channel] = Seen(tuple(own[0]) if own else (), tuple(hand["board"]))

    def seen(self, channel: str) -> Seen:
        """What it knows of the hand at a table."""
        return self._seen.get(channel, Seen())

    # What it does

    def decide(self, seen: Seen, turn: dict[str, Any]) -> tuple[Action, Cents]:
        """Play strong hands, fold weak ones when it costs, bluff now and then."""
        mood = self._mood(seen)
        character = self._character
        bluffing = self._bluffs(character.bluffs)
        if turn["raise_to"] and (mood >= character.raises_from or bluffing):
            return "raise", self._size(turn)
        if turn["check"]:
            return "check", 0
        price = turn["call"] * 1000 // (turn["pot"] + turn["call"])
        return ("call", 0) if mood >= character.stays_from + price // 3 else ("fold", 0)

    def _mood(self, seen: Seen) -> int:
        """How good its hand seems to it at this moment."""
        return self._promise(seen) + below(self._bits, 160) - 80

    def _bluffs(self, permille: int) -> bool:
        return below(self._bits, 1000) < permille

    def _size(self, turn: dict[str, Any]) -> Cents:
        """Half to three quarters of the pot, within what is legal."""
        share = 500 + below(self._bits, 300)
        wanted = int(turn["call"]) + int(turn["pot"]) * share // 1000
        return max(int(turn["raise_from"]), min(int(turn["raise_to"]), wanted))

    def _promise(self, seen: Seen) -> int:
        """How good their hand is, from 0 to 1000, by its cards and the board."""
        if len(seen.hole) < 2:
            return 500
        if len(seen.board) < 3 or len(seen.hole) > 2:
            return _starting_promise(seen.hole)
        return 300 + 700 * strength((*seen.hole, *seen.board)) // BEST_STRENGTH


def _starting_promise(hole: tuple[Card, ...]) -> int:
    """Pairs, high cards, suited and connected ones are worth more."""
    ranks = sorted((card // 4 for card in hole), reverse=True)
    suits = [card % 4 for card in hole]
    score = 25 * (ranks[0] + ranks[1]) + 120
    if len(set(ranks)) < len(ranks):
        score += 330
    if len(set(suits)) < len(suits):
        score += 60
    if ranks[0] - ranks[1] in {1, 2}:
        score += 50
    return min(1000, score)
