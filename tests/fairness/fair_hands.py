"""Hands of our engine from decks that were committed to, cut and opened, as a room would do it."""

import random
from collections.abc import Callable, Collection, Sequence

from msgspec import structs

from cardroom.engine import Hand
from cardroom.engine.events import Game
from cardroom.engine.starting import clockwise
from cardroom.fairness import FairDeal, HandContext, Participant, SeedSource
from cardroom.fairness.hand_list import SOURCE_SEAT
from cardroom.fairness.keys import SigningKey, room_number
from cardroom.history import PlayedHand, tracker_number
from tests.history.played_hands import NAMES, played
from tests.history.random_hands import finished, random_start

TABLE = 7
EPOCH = 1
KEY = SigningKey(b"a room signs its lists with this")
ROOM = room_number(KEY.public)
PLAYER = 100
"""The number of the player in seat 0; the others follow."""


def hand_number(seed: int) -> int:
    """The number of the hand of a seed: none of them follows another, as their decks do not."""
    return 2 * seed


class Table:
    """A server and honest clients on one side each, everything from one seed."""

    def __init__(self, seed: int, *, reuses_seeds: bool = False, relists: bool = False) -> None:
        self.chance = random.Random(seed)
        self.context = HandContext(ROOM, TABLE, EPOCH, hand_number(seed))
        self.deal = FairDeal(self.context, 1 + self.chance.randrange(1000), self._secrets(), KEY)
        self.seeds: list[dict[int, bytes]] = []
        """What every seat committed to, draw by draw."""
        self._reuses_seeds = reuses_seeds
        self._relists = relists

    def draw(
        self,
        game: str,
        button: int,
        seats: Sequence[int],
        *,
        silent: Collection[int] = (),
        withheld: Sequence[Collection[int]] = (),
    ) -> FairDeal:
        """Draw a deck; `silent` seats commit to nothing, `withheld` do not reveal, draw by draw."""
        deal = self.deal
        seeds = {seat: self._seed() for seat in (*seats, SOURCE_SEAT) if seat not in silent}
        if self._reuses_seeds and self.seeds:
            seeds = {seat: self.seeds[0].get(seat, seed) for seat, seed in seeds.items()}
        self.seeds.append(seeds)
        clients = [
            SeedSource(self.context, seed, deal.roots)
            if seat == SOURCE_SEAT
            else Participant(self.context, seat, PLAYER + seat, seed, deal.roots)
            for seat, seed in seeds.items()
        ]
        for client in clients:
            deal.commit(client.seat, client.player, client.commitment)
        encoded = deal.close(
            game=game,
            button=button,
            seats=clockwise(seats, button),
            players={seat: PLAYER + seat for seat in seats},
        )
        gone = set(withheld[0]) if withheld else set()
        # All read the same list: one of them verifies the signature, the others what it says.
        clients[-1].reveal(encoded, deal.signature, KEY.public)
        for client in clients:
            if client.seat not in gone:
                self._reveal(deal, client)
        if not deal.missing:
            deal.cut()
            return deal
        self.deal = deal.redraw(deal.number + 1, self._secrets(), deal.fail())
        if self._relists:
            self.deal._withheld = frozenset()
            gone = set()
        silent = {*silent, *gone}
        return self.draw(game, button, seats, silent=silent, withheld=withheld[1:])

    def _reveal(self, deal: FairDeal, client: Participant) -> None:
        seed = client._seed_for(deal.hand_list)
        if self._reuses_seeds:
            # A room that takes seeds which everybody knows; ours refuses them.
            deal._seeds[client.seat] = seed
            deal._missing.discard(client.seat)
        else:
            deal.reveal(client.seat, seed)

    def _secrets(self) -> tuple[bytes, bytes]:
        return self.chance.randbytes(64), self.chance.randbytes(64)

    def _seed(self) -> bytes:
        return self.chance.randbytes(32)


def fair_hand(
    seed: int,
    *,
    game: Game | None = None,
    is_silent: bool = False,
    withholding: int = 0,
    table: Table | None = None,
    rig: Callable[[FairDeal], None] = lambda _: None,
) -> PlayedHand:
    """A finished hand with the proof of all its cards.

    With `withholding` this many seats do not reveal, one in each draw. A `rig` is what a server
    that cheats does to a draw after the cut.
    """
    chance = random.Random(seed)
    rules, started = random_start(chance)
    if game is not None:
        started = structs.replace(started, game=game)
    deal = (table or Table(seed)).draw(
        started.game,
        started.button,
        started.seats,
        silent=started.seats if is_silent else (),
        withheld=[{seat} for seat in started.seats[:withholding]],
    )
    rig(deal)
    hand = finished(Hand(rules, started, deal.deck()), chance)
    return played(
        hand,
        names={seat: NAMES[seat] for seat in hand.seats},
        number=tracker_number(TABLE, EPOCH, hand_number(seed)),
        seats_max=10,
        proof=deal.proof(),
    )
