"""The server's side of one draw: commit, list, reveal, cut, open, in this order and no other."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Literal, NoReturn

from cardroom.cards import Card
from cardroom.errors import AccessRefused
from cardroom.fairness.context import HandContext
from cardroom.fairness.cut import Cut
from cardroom.fairness.fixed_deck import FixedDeck
from cardroom.fairness.hand_list import (
    SOURCE_PLAYER,
    SOURCE_SEAT,
    Entry,
    HandList,
    list_hash,
)
from cardroom.fairness.hashing import HASH_BYTES, PROTOCOL
from cardroom.fairness.keys import SigningKey, fingerprint
from cardroom.fairness.permutation import DECK_SIZE
from cardroom.fairness.proof import FailedAttempt, Opening, Proof, SeatSeed
from cardroom.fairness.seeds import RULE, seed_commitment
from cardroom.units import Seat

Step = Literal["committing", "revealing", "cut", "failed"]


class FairDeal:
    """One numbered pair of decks and what becomes of it.

    `secrets` are two times 64 random bytes; `number` is that of the pair. A draw that fails for a
    missing seed is followed by `redraw`, at most once for each seat that can be missing.
    """

    def __init__(
        self, context: HandContext, number: int, secrets: tuple[bytes, bytes], key: SigningKey
    ) -> None:
        self.context = context
        self.number = number
        self._key = key
        self._decks = (
            FixedDeck(secrets[0], context.encoded),
            FixedDeck(secrets[1], context.encoded),
        )
        self._commitments: dict[Seat, Entry] = {}
        self._withheld: frozenset[Seat] = frozenset()
        self._failed: tuple[FailedAttempt, ...] = ()
        self._list: HandList | None = None
        self._signature = b""
        self._seeds: dict[Seat, bytes] = {}
        self._missing: set[Seat] = set()
        self._cut: Cut | None = None
        self._opened: dict[int, Opening] = {}
        """Cards that were turned over: each is sent to who sees it, and stored with the hand."""
        self.step: Step = "committing"

    @property
    def roots(self) -> tuple[bytes, bytes]:
        """What is published before anybody's seed is known."""
        return self._decks[0].root, self._decks[1].root

    @property
    def hand_list(self) -> HandList:
        """The list, once it is closed."""
        assert self._list is not None, "the list is not closed yet"
        return self._list

    @property
    def signature(self) -> bytes:
        """The room's signature under the list."""
        assert self._list is not None, "the list is not closed yet"
        return self._signature

    @property
    def missing(self) -> frozenset[Seat]:
        """The seats whose seeds are still to come."""
        assert self._list is not None, "the list is not closed yet"
        return frozenset(self._missing)

    @property
    def awaits_players(self) -> bool:
        """Whether seeds of players are still to come, beside that of the seed source."""
        return bool(self._missing - {SOURCE_SEAT})

    def commit(self, seat: Seat, player: int, commitment: bytes) -> None:
        """Take a player's commitment; a later one of the same seat takes its place."""
        self._expect("committing")
        if len(commitment) != HASH_BYTES:
            raise AccessRefused(RULE, "commitment_has_32_bytes")
        if seat in self._withheld:
            raise AccessRefused(RULE, "seed_was_withheld")
        self._commitments[seat] = Entry(seat, player, commitment)

    def withdraw(self, seat: Seat) -> None:
        """Drop the commitment of a seat that has left or lost its connection."""
        self._expect("committing")
        self._commitments.pop(seat, None)

    def close(
        self, *, game: str, button: Seat, seats: Sequence[Seat], players: Mapping[Seat, int]
    ) -> bytes:
        """Fix the list and sign it; `seats` is the order of the deal. From here nothing changes."""
        self._expect("committing")
        if SOURCE_SEAT not in self._commitments:
            raise AccessRefused(RULE, "seed_source_has_not_committed")
        listed = {seat: Entry(seat, players[seat]) for seat in seats}
        listed[SOURCE_SEAT] = Entry(SOURCE_SEAT, SOURCE_PLAYER)
        for seat, entry in self._commitments.items():
            if seat in listed and listed[seat].player == entry.player:
                listed[seat] = entry
        self._list = HandList(
            context=self.context,
            number=self.number,
            roots=self.roots,
            game=game,
            button=button,
            seats=tuple(seats),
            entries=tuple(listed[seat] for seat in sorted(listed)),
        )
        self._missing = set(self._list.committed)
        self._signature = self._key.sign(list_hash(self._list.encoded))
        self.step = "revealing"
        return self._list.encoded

    def reveal(self, seat: Seat, seed: bytes) -> None:
        """Take a player's seed if it is the one that the list has a commitment to."""
        self._expect("revealing")
        entry = self.hand_list.committed.get(seat)
        if entry is None:
            raise AccessRefused(RULE, "nothing_to_reveal")
        if seed_commitment(self.context, seat, entry.player, seed) != entry.commitment:
            raise AccessRefused(RULE, "seed_is_not_the_committed_one")
        if self._is_used(seat, seed):
            raise AccessRefused(RULE, "seed_was_used")
        self._seeds[seat] = seed
        self._missing.discard(seat)

    def _is_used(self, seat: Seat, seed: bytes) -> bool:
        """Whether another seat has the same seed, or an earlier draw of the hand has opened it.

        Nobody would verify such a hand: a room could have fitted its decks to a seed it knew.
        """
        opened = (one.seed for attempt in self._failed for one in attempt.seeds)
        others = (other for at, other in self._seeds.items() if at != seat)
        return seed in chain(opened, others)

    def cut(self) -> bytes:
        """Cut the deck with all seeds; the answer is the secret of the deck that is not played."""
        self._expect("revealing")
        if self.missing:
            raise AccessRefused(RULE, "seeds_are_missing", {"seats": sorted(self.missing)})
        self._cut = Cut(self.hand_list, self._seeds)
        self.step = "cut"
        return self._audited.secret

    def fail(self) -> FailedAttempt:
        """A seed did not come in time: open both decks, so that nobody can use what they knew."""
        self._expect("revealing")
        if not self.missing - {SOURCE_SEAT}:
            raise AccessRefused(RULE, "no_seed_of_a_player_is_missing")
        if SOURCE_SEAT in self.missing:
            raise AccessRefused(RULE, "seed_source_is_missing")
        self.step = "failed"
        first, second = self._decks
        return FailedAttempt(
            list=self.hand_list.encoded,
            signature=self._signature,
            seeds=self.revealed,
            secrets=(first.secret, second.secret),
        )

    def redraw(
        self, number: int, secrets: tuple[bytes, bytes], failed: FailedAttempt
    ) -> "FairDeal":
        """The next draw of the hand: other decks, fresh seeds, none of those that were missing."""
        self._expect("failed")
        assert number == self.number + 1, "decks are used in the order of their numbers"
        following = FairDeal(self.context, number, secrets, self._key)
        following._failed = (*self._failed, failed)
        following._withheld = self._withheld | self.missing
        return following

    def deck(self) -> list[Card]:
        """All 52 cards in the order in which they are dealt: for the engine, and nobody else."""
        places = self._cut_places()
        return self._played.cards(places)

    def open(self, dealt: int) -> Opening:
        """Turn over the dealt card with this number, with all that proves it."""
        opening = self._opened.get(dealt)
        if opening is None:
            place, deck = self._cut_places()[dealt], self._played
            opening = Opening(dealt, place, deck.card(place), deck.salt(place), deck.path(place))
            self._opened[dealt] = opening
        return opening

    def proof(self, dealt: Iterable[int] = range(DECK_SIZE)) -> Proof:
        """The proof of the hand with these dealt cards open."""
        self._expect("cut")
        return Proof(
            protocol=PROTOCOL,
            key=self._key.public,
            fingerprint=fingerprint(self._key.public),
            list=self.hand_list.encoded,
            signature=self._signature,
            seeds=self.revealed,
            audit=self._audited.secret,
            cards=tuple(self.open(number) for number in dealt),
            attempts=self._failed,
        )

    @property
    def _played(self) -> FixedDeck:
        assert self._cut is not None
        return self._decks[self._cut.deck]

    @property
    def _audited(self) -> FixedDeck:
        assert self._cut is not None
        return self._decks[1 - self._cut.deck]

    def _cut_places(self) -> list[int]:
        self._expect("cut")
        assert self._cut is not None
        return self._cut.places

    @property
    def revealed(self) -> tuple[SeatSeed, ...]:
        """All seeds that were revealed, by seat."""
        return tuple(SeatSeed(seat, self._seeds[seat]) for seat in sorted(self._seeds))

    def _expect(self, step: Step) -> None:
        if self.step != step:
            raise AccessRefused(RULE, f"draw_is_not_{step}", {"step": self.step})

    def __repr__(self) -> str:
        return f"<FairDeal {self.number}: {self.step}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a draw holds hidden cards and stays where it is")
