"""How a practice player thinks in a tournament, where few players and high blinds change the game.

Against one or two others it plays more hands, raises more of them and bets its pairs; with a short
stack it goes all-in or folds before the flop. At a larger table with a deep stack it plays as at a
cash table.
"""

from typing import Any, NamedTuple

from cardroom.room.practice.thinking import Seen, Thinking
from cardroom.room.requests import Action
from cardroom.room.shuffle import below
from cardroom.units import Cents

SHORT_STACK = 12
"""Up to this many big blinds it goes all-in or folds before the flop."""
WIDER_PER_BLIND = 15
"""So much weaker a hand may be for each big blind less, in thousandths."""


class Standard(NamedTuple):
    """What a good player needs to stay in and to raise, in thousandths."""

    stays_from: int
    raises_from: int


PREFLOP = {2: Standard(320, 430), 3: Standard(430, 500)}
POSTFLOP = {2: Standard(370, 500), 3: Standard(400, 540)}
"""By the number of players who were dealt in."""
LARGER_TABLE = Standard(540, 620)
"""Before the flop, with a short stack."""
STANDARD_PERCENT = 75
"""So far every character follows the standard; the rest is its own."""
BOLDER_PER_HAND = 14
BOLDER_MOST = 220
"""So much weaker a hand may be with each hand that few players are dealt: a game of three is meant
to last some minutes, and whoever waits for good cards pays blinds in nearly every hand."""
BOLDER_STACK = 40
"""Up to this many big blinds; with more there is time to wait."""


class TournamentThinking(Thinking):
    """The mind of a practice player in tournaments."""

    def read(self, channel: str, event: dict[str, Any]) -> None:
        """Count the hands among few players, besides what everybody sees."""
        before = self.seen(channel).short_handed
        super().read(channel, event)
        if event.get("type") == "hand_started":
            count = before + 1 if self.is_short_handed(channel) else 0
            self._seen[channel] = self.seen(channel)._replace(short_handed=count)

    def is_short_handed(self, channel: str) -> bool:
        """Whether the hand at a table was dealt to three players or fewer."""
        return len(self.seen(channel).seats) in PREFLOP

    def decide(self, seen: Seen, turn: dict[str, Any]) -> tuple[Action, Cents]:
        """As at a cash table, unless players are few or the stack is short."""
        players, depth = len(seen.seats), _depth(seen, turn)
        if depth is None or (players not in PREFLOP and (depth > SHORT_STACK or seen.board)):
            return super().decide(seen, turn)
        standard = POSTFLOP[players] if seen.board else PREFLOP.get(players, LARGER_TABLE)
        bolder = min(BOLDER_MOST, seen.short_handed * BOLDER_PER_HAND)
        needs = self._needs(standard, bolder if depth <= BOLDER_STACK else 0)
        if not seen.board and depth <= SHORT_STACK:
            wider = (SHORT_STACK - depth) * WIDER_PER_BLIND
            return self._push_or_fold(seen, turn, needs.raises_from - wider)
        return self._play(seen, turn, needs)

    def _needs(self, standard: Standard, bolder: int) -> Standard:
        """The standard as this character follows it."""
        own = self._character
        return Standard(
            _towards(standard.stays_from, own.stays_from) - bolder,
            _towards(standard.raises_from, own.raises_from) - bolder,
        )

    def _push_or_fold(self, seen: Seen, turn: dict[str, Any], needed: int) -> tuple[Action, Cents]:
        """All-in or nothing; it takes more against somebody who has raised."""
        is_raised = turn["call"] > seen.big_blind
        if self._mood(seen) >= needed + is_raised * _price(turn) // 3:
            return ("raise", int(turn["raise_to"])) if turn["raise_to"] else ("call", 0)
        return ("check", 0) if turn["check"] else ("fold", 0)

    def _play(self, seen: Seen, turn: dict[str, Any], needs: Standard) -> tuple[Action, Cents]:
        mood = self._mood(seen)
        is_bluffing = self._bluffs(self._character.bluffs)
        if turn["raise_to"] and (mood >= needs.raises_from or is_bluffing):
            return "raise", self._pot_sized(turn)
        if turn["check"]:
            return "check", 0
        return ("call", 0) if mood >= needs.stays_from + _price(turn) // 3 else ("fold", 0)

    def _pot_sized(self, turn: dict[str, Any]) -> Cents:
        """About the pot; all-in rather than a bet that leaves less behind than it takes."""
        wanted = int(turn["call"]) + int(turn["pot"]) * (700 + below(self._bits, 500)) // 1000
        if wanted * 2 > turn["raise_to"]:
            return int(turn["raise_to"])
        return max(int(turn["raise_from"]), wanted)


def _towards(standard: int, own: int) -> int:
    """Whoever needs less than the standard anyway keeps their own."""
    return min(own, (own * (100 - STANDARD_PERCENT) + standard * STANDARD_PERCENT) // 100)


def _depth(seen: Seen, turn: dict[str, Any]) -> int | None:
    """How many big blinds the player can lose in this hand; None if it joined in the middle."""
    if turn.get("seat") not in seen.seats:
        return None
    stacks = dict(zip(seen.seats, seen.stacks, strict=True))
    own = stacks.pop(turn["seat"])
    return min(own, max(stacks.values())) // seen.big_blind


def _price(turn: dict[str, Any]) -> int:
    """What a call costs, in thousandths of the pot that it makes."""
    return int(turn["call"]) * 1000 // (int(turn["pot"]) + int(turn["call"]))
