"""Players of a simulated room who take part in its shuffle, over lines that lose and delay."""

import base64
from collections.abc import Callable
from random import Random
from typing import Any

from cardroom.errors import AccessRefused
from cardroom.fairness.context import HandContext
from cardroom.fairness.draws.draw_list import DrawContext
from cardroom.fairness.draws.participant import DrawParticipant
from cardroom.fairness.seeds import Participant
from cardroom.ledger import PlayerId
from cardroom.room.requests import CommitSeed, RevealSeed
from cardroom.room.tournaments.requests import CommitDraw, RevealDraw
from tests.room.fair_rooms import KEY

HABITS = (0, 100, 100, 90)
"""Out of a hundred seeds, how many are revealed; who reveals none never commits."""


class Seeder:
    """Commits to a seed for every deck at the player's tables, and reveals most of them."""

    def __init__(
        self,
        player: PlayerId,
        seed: int,
        send: Callable[[CommitSeed | RevealSeed | CommitDraw | RevealDraw], None],
        new_id: Callable[[], str],
    ) -> None:
        self._player = player
        self._chance = Random(f"{seed} {player}")
        self._habit = self._chance.choice(HABITS)
        self._send = send
        self._new_id = new_id
        self._seats: dict[str, int] = {}
        self._roots: dict[str, dict[str, Any]] = {}
        self._draws: dict[tuple[int, int], DrawParticipant] = {}
        """Contributions to starts, by tournament and number; they outlive the room."""
        self._parts: dict[tuple[str, int, int, int], Participant] = {}
        """By channel, epoch, hand and number: after a restart the last two come again."""

    def read(self, kind: str, channel: str, body: dict[str, Any]) -> None:
        """A snapshot or an event of a table, or of the player's own channel."""
        if self._habit and channel == "me":
            self._read_own(kind, body)
        if not self._habit or not channel.startswith("table:"):
            return
        if kind == "snapshot":
            self._seats.pop(channel, None)
            if body["fairness"] is not None:
                self._roots[channel] = body["fairness"]["next"]
                self._sit(channel, body["places"])
        elif body["type"] in {"places_changed", "seats_changed"}:
            self._sit(channel, body["places"])
        elif body["type"] == "deck_committed":
            self._roots[channel] = body
            self._commit(channel)
        elif body["type"] == "deck_listed":
            self._reveal(channel, body)

    def _read_own(self, kind: str, body: dict[str, Any]) -> None:
        if kind == "snapshot":
            for one in body.get("tournaments", ()):
                if one["draw"] is not None:
                    self._commit_draw(one["draw"]["next"], is_held=one["draw"]["committed"])
                    if one["draw"]["listed"] is not None:
                        self._reveal_draw(one["draw"]["listed"])
        elif body["type"] == "draw_committed":
            self._commit_draw(body)
        elif body["type"] == "draw_listed":
            self._reveal_draw(body)

    def _commit_draw(self, said: dict[str, Any], *, is_held: bool = False) -> None:
        context, tournament = DrawContext(**said["context"]), said["tournament"]
        key = tournament, context.number
        if key not in self._draws:
            seed, fixed_to = self._chance.randbytes(32), base64.b64decode(said["commitment"])
            self._draws[key] = DrawParticipant(context, self._player, seed, fixed_to)
        elif is_held:
            return
        self._send(
            CommitDraw(
                id=self._new_id(),
                ch=f"tournament:{tournament}",
                number=context.number,
                commitment=self._draws[key].commitment,
            )
        )

    def _reveal_draw(self, said: dict[str, Any]) -> None:
        key = said["tournament"], said["number"]
        part = self._draws.get(key)
        if part is None or self._chance.randrange(100) >= self._habit:
            return
        encoded, signature = base64.b64decode(said["list"]), base64.b64decode(said["signature"])
        try:
            seed = part.reveal(encoded, signature, KEY.public)
        except AccessRefused as refusal:
            if refusal.reason != "commitment_not_listed":
                raise
            return
        channel = f"tournament:{key[0]}"
        self._send(RevealDraw(id=self._new_id(), ch=channel, number=key[1], seed=seed))

    def _sit(self, channel: str, places: list[dict[str, Any]]) -> None:
        for place in places:
            if place["player"] == self._player and self._seats.get(channel) != place["seat"]:
                self._seats[channel] = place["seat"]
                self._commit(channel)

    def _commit(self, channel: str) -> None:
        seat, roots = self._seats.get(channel), self._roots.get(channel)
        if seat is None or roots is None:
            return
        context, number = HandContext(**roots["context"]), roots["number"]
        first, second = map(base64.b64decode, roots["roots"])
        seed = self._chance.randbytes(32)
        part = Participant(context, seat, self._player, seed, (first, second))
        self._parts[channel, context.epoch, context.hand, number] = part
        self._send(
            CommitSeed(
                id=self._new_id(),
                ch=channel,
                hand=context.hand,
                number=number,
                commitment=part.commitment,
            )
        )

    def _reveal(self, channel: str, listed: dict[str, Any]) -> None:
        hand, number = listed["hand"], listed["number"]
        roots = self._roots.get(channel)
        epoch = 0 if roots is None else roots["context"]["epoch"]
        part = self._parts.get((channel, epoch, hand, number))
        if part is None or self._chance.randrange(100) >= self._habit:
            return
        encoded, signature = base64.b64decode(listed["list"]), base64.b64decode(listed["signature"])
        try:
            seed = part.reveal(encoded, signature, KEY.public)
        except AccessRefused as refusal:
            if refusal.reason != "commitment_not_listed":
                raise
            # A commitment that came too late is not in the list.
            return
        self._send(RevealSeed(id=self._new_id(), ch=channel, hand=hand, number=number, seed=seed))
