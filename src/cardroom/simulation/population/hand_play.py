"""One hand of a pool while it is played: what each player sees, decides and does."""

from collections.abc import Mapping
from typing import Final, Protocol

from cardroom.engine.hand import Hand
from cardroom.simulation.population.colluding import Around, scheming_move, superuser_move
from cardroom.simulation.population.deciding import Move, Situation, honest_move
from cardroom.simulation.population.schemes import Scheme
from cardroom.simulation.population.styles import PlayStyle
from cardroom.simulation.population.tempo import Tempo
from cardroom.simulation.scripts import Chance
from cardroom.units import Seat

BIG_BLIND: Final = 100


class PlayingPool(Protocol):
    """What a hand needs to know of its pool."""

    @property
    def tempo(self) -> Tempo | None:
        """How long players take, where somebody measures."""

    @property
    def chance(self) -> Chance:
        """Where everything comes from."""

    def style_now(self, name: str, number: int) -> PlayStyle:
        """How a player plays at this hand."""

    def superuser_noise(self, name: str) -> int | None:
        """How much a superuser hides; None for everybody else."""


class HandPlay:
    """One hand while it is played."""

    def __init__(
        self,
        pool: PlayingPool,
        hand: Hand,
        names: Mapping[Seat, str],
        schemes: Mapping[str, Scheme],
        number: int,
    ) -> None:
        self._pool = pool
        self._hand = hand
        self._names = names
        self._seats = {name: seat for seat, name in names.items()}
        self._schemes = schemes
        self._styles = {name: pool.style_now(name, number) for name in names.values()}
        self._street = hand.street
        self._raises = 0
        self._aggressor: Seat | None = None
        self._raised: set[Seat] = set()
        self.think_ms: list[int] = []

    def act(self) -> None:
        """Let the next player decide."""
        hand = self._hand
        seat, options = hand.actor, hand.options
        assert seat is not None
        assert options is not None
        if hand.street != self._street:
            self._street, self._raises, self._aggressor = hand.street, 0, None
        situation = Situation(
            hand.hole(seat),
            hand.board,
            hand.chips_in,
            options.call,
            len(hand.live),
            self._raises,
            seat == hand.started.button,
        )
        move = self._move(seat, situation)
        if self._pool.tempo is not None:
            self.think_ms.append(self._pool.tempo.think_ms(self._names[seat], situation, move))
        self._do(seat, move)

    def _move(self, seat: Seat, situation: Situation) -> Move:
        pool, name = self._pool, self._names[seat]
        honest = honest_move(situation, self._styles[name], pool.chance)
        noise = pool.superuser_noise(name)
        if noise is not None:
            others = [self._hand.hole(one) for one in self._hand.live if one != seat]
            return superuser_move(situation, others, honest, noise, pool.chance)
        scheme = self._schemes.get(name)
        if scheme is None:
            return honest
        around = self._around(seat, scheme)
        if around is None:
            return honest
        return scheming_move(scheme, situation, around, honest, pool.chance)

    def _around(self, seat: Seat, scheme: Scheme) -> Around | None:
        first, second = scheme.players
        gives = self._names[seat] == first
        partner = self._seats.get(second if gives else first)
        if partner is None:
            return None
        live = self._hand.live
        return Around(
            self._hand.hole(partner),
            partner in live,
            self._aggressor == partner,
            partner in self._raised,
            self._hand.stacks[partner] // BIG_BLIND,
            gives,
            len(live) > 2,
            len(live) == 2 and partner in live,
        )

    def _do(self, seat: Seat, move: Move) -> None:
        hand = self._hand
        options = hand.options
        assert options is not None
        if move.act == "raise" and options.raise_to:
            current = max(hand.bets.values())
            wanted = current + (hand.chips_in + options.call) * move.size // 1000
            hand.raise_to(seat, max(options.raise_from, min(options.raise_to, wanted)))
            self._raises += 1
            self._aggressor = seat
            self._raised.add(seat)
        elif options.call == 0:
            hand.check(seat)
        elif move.act == "fold":
            hand.fold(seat)
        else:
            hand.call(seat)
