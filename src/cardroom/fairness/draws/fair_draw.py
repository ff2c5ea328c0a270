"""The room's side of one draw: commit, list, reveal, draw, open, in this order and no other."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Literal, NoReturn

from cardroom.errors import AccessRefused
from cardroom.fairness.draws.derived import DrawSeeds
from cardroom.fairness.draws.draw_list import (
    SOURCE_PLAYER,
    Contribution,
    DrawContext,
    DrawList,
    Kind,
    draw_commitment,
    draw_hash,
    draw_seed_commitment,
)
from cardroom.fairness.draws.numbers import Numbers, draw_key
from cardroom.fairness.draws.proof import (
    CONTRIBUTIONS_MAX,
    DrawOutcome,
    DrawProof,
    FailedDraw,
    PlayerSeed,
)
from cardroom.fairness.hashing import HASH_BYTES, PROTOCOL
from cardroom.fairness.keys import SigningKey, fingerprint
from cardroom.fairness.seeds import RULE

Step = Literal["committing", "revealing", "drawn", "failed"]


class FairDraw:
    """One numbered draw and what becomes of it."""

    def __init__(self, context: DrawContext, secret: bytes, key: SigningKey) -> None:
        self.context = context
        self.commitment = draw_commitment(context, secret)
        """What is published before anybody's seed is known."""
        self._secret = secret
        self._key = key
        self._commitments: dict[int, bytes] = {}
        self._seeds: dict[int, bytes] = {}
        self._list: DrawList | None = None
        self.encoded = b""
        """The list, once it is closed, and the room's signature under it."""
        self.signature = b""
        self._numbers: Numbers | None = None
        self.step: Step = "committing"

    # Before the list

    @property
    def contributors(self) -> frozenset[int]:
        """The players who have committed to a seed."""
        return frozenset(self._commitments)

    def commit(self, player: int, commitment: bytes) -> None:
        """Take a player's commitment; a later one of the same player takes its place."""
        self._expect("committing")
        if len(commitment) != HASH_BYTES:
            raise AccessRefused(RULE, "commitment_has_32_bytes")
        if player not in self._commitments and len(self._commitments) >= CONTRIBUTIONS_MAX:
            raise AccessRefused(RULE, "enough_contributions", {"at_most": CONTRIBUTIONS_MAX})
        self._commitments[player] = commitment

    def keep_only(self, players: frozenset[int]) -> None:
        """Drop the commitments of all others, who have left or lost their connection."""
        self._expect("committing")
        kept = self._commitments.items()
        self._commitments = {player: one for player, one in kept if player in players}

    def close(self, kind: Kind, question: bytes, source: DrawSeeds) -> None:
        """Fix the list, the seed source's part last, and sign it. From here nothing changes."""
        self._expect("committing")
        draft = self._draft(kind, question, self._commitments)
        entries = {SOURCE_PLAYER: source.commitment(draft), **self._commitments}
        self._list = self._draft(kind, question, entries)
        self.encoded = self._list.encoded
        self.signature = self._key.sign(draw_hash(self.encoded))
        self.step = "revealing"

    def resume(self, stored: DrawList, signature: bytes) -> bool:
        """Go on with a stored list after a crash; False where it is fixed to another secret."""
        self._expect("committing")
        if (stored.context, stored.commitment) != (self.context, self.commitment):
            return False
        self._list, self.encoded, self.signature = stored, stored.encoded, signature
        self.step = "revealing"
        return True

    def _draft(self, kind: Kind, question: bytes, entries: Mapping[int, bytes]) -> DrawList:
        listed = tuple(Contribution(player, entries[player]) for player in sorted(entries))
        return DrawList(
            context=self.context,
            kind=kind,
            commitment=self.commitment,
            question=question,
            entries=listed,
        )

    # After it

    @property
    def draw_list(self) -> DrawList:
        """The list, once it is closed."""
        assert self._list is not None, "the list is not closed yet"
        return self._list

    @property
    def missing(self) -> frozenset[int]:
        """Whose seeds are still to come."""
        return frozenset(self.draw_list.committed.keys() - self._seeds.keys())

    def reveal(self, player: int, seed: bytes, failed: Sequence[FailedDraw] = ()) -> None:
        """Take a seed if it is the one that the list has a commitment to, and is a fresh one.

        `failed` are the draws before this one. With a seed that they have opened, or that somebody
        else has too, nobody would verify the draw.
        """
        self._expect("revealing")
        committed = self.draw_list.committed.get(player)
        if committed is None:
            raise AccessRefused(RULE, "nothing_to_reveal")
        if draw_seed_commitment(self.context, player, seed) != committed:
            raise AccessRefused(RULE, "seed_is_not_the_committed_one")
        opened = (one.seed for attempt in failed for one in attempt.seeds)
        others = (other for at, other in self._seeds.items() if at != player)
        if seed in chain(opened, others):
            raise AccessRefused(RULE, "seed_was_used")
        self._seeds[player] = seed

    def reveal_source(self, source: DrawSeeds) -> None:
        """The seed source reveals last, to the signed list."""
        self.reveal(SOURCE_PLAYER, source.reveal(self.encoded, self.signature, self._key.public))

    def numbers(self) -> Numbers:
        """The numbers, once all seeds are there."""
        if self._numbers is None:
            self._expect("revealing")
            if self.missing:
                raise AccessRefused(RULE, "seeds_are_missing")
            key = draw_key(draw_hash(self.encoded), self._seeds)
            self._numbers = Numbers(self._secret, key)
            self.step = "drawn"
        return self._numbers

    def fail(self) -> FailedDraw:
        """A player's seed did not come in time: open the secret, so that nobody can use it."""
        self._expect("revealing")
        if not self.missing - {SOURCE_PLAYER} or SOURCE_PLAYER in self.missing:
            raise AccessRefused(RULE, "no_seed_of_a_player_is_missing")
        self.step = "failed"
        return FailedDraw(
            list=self.encoded, signature=self.signature, seeds=self.revealed, secret=self._secret
        )

    def proof(self, outcome: DrawOutcome, attempts: tuple[FailedDraw, ...] = ()) -> DrawProof:
        """The proof of the draw with all numbers that were asked for."""
        self._expect("drawn")
        assert self._numbers is not None
        return DrawProof(
            protocol=PROTOCOL,
            key=self._key.public,
            fingerprint=fingerprint(self._key.public),
            list=self.encoded,
            signature=self.signature,
            seeds=self.revealed,
            secret=self._secret,
            numbers=tuple(self._numbers.drawn),
            outcome=outcome,
            attempts=attempts,
        )

    @property
    def sealed_secret(self) -> bytes:
        """The secret, to be sealed for the auditor and for nobody else."""
        return self._secret

    @property
    def revealed(self) -> tuple[PlayerSeed, ...]:
        """All seeds that were revealed, by player."""
        return tuple(PlayerSeed(player, self._seeds[player]) for player in sorted(self._seeds))

    def _expect(self, step: Step) -> None:
        if self.step != step:
            raise AccessRefused(RULE, f"draw_is_not_{step}", {"step": self.step})

    def __repr__(self) -> str:
        return f"<FairDraw {self.context.scope} {self.context.id}/{self.context.number}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a draw holds a secret and stays where it is")
