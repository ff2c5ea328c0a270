"""The file's own figures added up, without any rule of poker: who put in what.

Nothing here knows whose turn it is or what may be bet. It is the second opinion of a replay: what
the engine counts must be this, and a file that pays out more than this is at fault itself.
"""

from msgspec import Struct

from cardroom.history.actions import BoardDealt, CheckedOrCalled, RaisedTo
from cardroom.history.record import HandRecord

UNKNOWN_STACK = 10**12
"""Used for a stack that the file does not know: deep enough for every bet."""


class Forced(Struct, frozen=True):
    """What one player owes before the cards: a bet that counts, and money that is dead."""

    ante: int
    live: int
    dead: int
    out_of_turn: bool = False


class Book(Struct, frozen=True):
    """What every player put into the pots, and what came back because nobody matched it."""

    put: tuple[int, ...]
    returned: tuple[int, ...]

    @property
    def pot(self) -> int:
        """All pots together."""
        return sum(self.put)


def antes_are_matched(record: HandRecord) -> bool:
    """Whether everyone's ante is the same and one who is short of it wins only as much of each.

    Otherwise antes are dead: paid for the whole table, or won whole by one who paid a part.
    """
    return record.ante_trimming_status and len(set(record.antes)) == 1


def forced_bets(record: HandRecord, *, short_posts_live: bool) -> tuple[Forced, ...]:
    """Read antes, blinds and posts in the players' own order; of two players they are reversed.

    A post out of turn is live up to the big blind and dead above it. The format does not say what
    a post smaller than the big blind is: a missed small blind is dead in most rooms.
    """
    antes, blinds = list(record.antes), list(record.blinds_or_straddles)
    if len(antes) == 2:
        antes.reverse()
        blinds.reverse()
    return tuple(
        _forced(ante, blind, record.big_blind, short_posts_live=short_posts_live)
        for ante, blind in zip(antes, blinds, strict=True)
    )


def _forced(ante: int, blind: int, big_blind: int, *, short_posts_live: bool) -> Forced:
    if blind >= 0:
        return Forced(ante, blind, 0)
    post = -blind
    live = min(post, big_blind)
    if live < big_blind and not short_posts_live:
        live = 0
    return Forced(ante, live, post - live, out_of_turn=True)


def book(record: HandRecord, *, short_posts_live: bool = False, ante_first: bool = True) -> Book:
    """Add up a hand from its forced bets and actions; a short stack pays antes first or last."""
    forced = forced_bets(record, short_posts_live=short_posts_live)
    till = _Till(record, forced, ante_first=ante_first)
    for action in record.actions:
        match action:
            case BoardDealt():
                till.close_street()
            case CheckedOrCalled(player=player):
                till.bet(player - 1, till.call)
            case RaisedTo(player=player, to=to):
                till.bet(player - 1, to)
    return till.settle()


class _Till:
    """Stacks, the bets of the street, and what was bet before it."""

    def __init__(self, record: HandRecord, forced: tuple[Forced, ...], *, ante_first: bool) -> None:
        self.stacks = [
            UNKNOWN_STACK if stack is None else stack for stack in record.starting_stacks
        ]
        self.bets = [0] * len(self.stacks)
        self.earlier = [0] * len(self.stacks)
        self.dead = [0] * len(self.stacks)
        antes = self.earlier if antes_are_matched(record) else self.dead
        for player, owed in enumerate(forced):
            if ante_first:
                antes[player] += self._take(player, owed.ante)
            self.bets[player] = self._take(player, owed.live)
            self.dead[player] += self._take(player, owed.dead)
            if not ante_first:
                antes[player] += self._take(player, owed.ante)
        self.call = max(record.big_blind, *(bet.live for bet in forced))

    def _take(self, player: int, amount: int) -> int:
        taken = min(amount, self.stacks[player])
        self.stacks[player] -= taken
        return taken

    def bet(self, player: int, to: int) -> None:
        """Bring a player's bet on this street to a total, as far as the stack goes."""
        self.bets[player] += self._take(player, max(0, to - self.bets[player]))
        self.call = max(self.call, self.bets[player])

    def close_street(self) -> None:
        """Put the bets of a street behind."""
        self.earlier = [sum(pair) for pair in zip(self.earlier, self.bets, strict=True)]
        self.bets = [0] * len(self.bets)
        self.call = 0

    def settle(self) -> Book:
        """Give back what the highest bettor has above everyone else."""
        self.close_street()
        highest, second = sorted(self.earlier, reverse=True)[:2]
        returned = [0] * len(self.earlier)
        if highest > second:
            player = self.earlier.index(highest)
            returned[player] = highest - second
        put = (
            bet + dead - back
            for bet, dead, back in zip(self.earlier, self.dead, returned, strict=True)
        )
        return Book(tuple(put), tuple(returned))
