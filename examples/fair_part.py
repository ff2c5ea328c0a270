"""A program's part in the shuffle: what it says to the decks of its table and the draws of a start.

`socket_bot.py` uses it. It commits to fresh random bytes for every deck and draw that the room has
fixed, and reveals them only to a list that the room signed and that has its own commitment in it.
So the cards were fixed before anybody knew these bytes, and the bytes decided which were dealt.
"""

import base64
import secrets
from typing import Any

from cardroom.fairness import DrawContext, DrawParticipant, HandContext, Participant

Frame = dict[str, Any]


class FairPart:
    """The contributions of one player; `key` is the room's public key, from `/api/fairness`."""

    def __init__(self, player: int, key: bytes) -> None:
        self.player = player
        self.key = key
        self.revealed = 0
        self._seats: dict[str, int] = {}
        """The seat of this program at every table."""
        self._newest: dict[str, Frame | None] = {}
        """The decks that were fixed last at every table; None while there are none."""
        self._decks: dict[tuple[str, int, int], Participant] = {}
        """By channel, hand and number of the draw."""
        self._draws: dict[tuple[int, int], DrawParticipant] = {}
        """By tournament and number of the draw."""

    def answers(self, frame: Frame) -> list[Frame]:
        """What to send after a message of the room, without its id; mostly nothing."""
        if frame["t"] == "snapshot" and frame["ch"] == "me":
            return self._read_me(frame["d"])
        if frame["t"] == "snapshot" and frame["d"].get("fairness"):
            self._newest[frame["ch"]] = frame["d"]["fairness"]["next"]
            return self._find_seat(frame["ch"], frame["d"]["places"])
        if frame["t"] == "event":
            return self._hear(frame["ch"], frame["d"])
        return []

    def _hear(self, channel: str, news: Frame) -> list[Frame]:
        match news["type"]:
            case "places_changed" | "seats_changed":
                return self._find_seat(channel, news["places"])
            case "deck_committed":
                self._newest[channel] = news
                return self._commit(channel)
            case "deck_listed":
                return self._reveal(channel, news)
            case "draw_committed":
                return self._commit_draw(news)
            case "draw_listed":
                return self._reveal_draw(news)
        return []

    # The decks of a table

    def _find_seat(self, channel: str, places: list[Frame]) -> list[Frame]:
        """Who has just got a seat takes part in the next hand."""
        for place in places:
            if place["player"] == self.player and self._seats.get(channel) != place["seat"]:
                self._seats[channel] = place["seat"]
                return self._commit(channel)
        return []

    def _commit(self, channel: str) -> list[Frame]:
        decks, seat = self._newest.get(channel), self._seats.get(channel)
        if decks is None or seat is None:
            return []
        context = HandContext(**decks["context"])
        first, second = (base64.b64decode(root) for root in decks["roots"])
        seed = secrets.token_bytes(32)
        part = Participant(context, seat, self.player, seed, (first, second))
        self._decks[channel, context.hand, decks["number"]] = part
        return [_said("commit_seed", channel, context.hand, decks, commitment=part.commitment)]

    def _reveal(self, channel: str, listed: Frame) -> list[Frame]:
        part = self._decks.pop((channel, listed["hand"], listed["number"]), None)
        if part is None:
            return []
        seed = part.reveal(*_signed(listed), self.key)
        self.revealed += 1
        return [_said("reveal_seed", channel, listed["hand"], listed, seed=seed)]

    # The draws of a tournament's start

    def _read_me(self, me: Frame) -> list[Frame]:
        """After a reconnection: commit to what is open. Bytes of an earlier line are forgotten."""
        draws = [own["draw"] for own in me["tournaments"] if own.get("draw")]
        return [
            answer
            for draw in draws
            if not draw["committed"]
            for answer in self._commit_draw(draw["next"])
        ]

    def _commit_draw(self, fixed: Frame) -> list[Frame]:
        context, tournament = DrawContext(**fixed["context"]), fixed["tournament"]
        secret = base64.b64decode(fixed["commitment"])
        part = DrawParticipant(context, self.player, secrets.token_bytes(32), secret)
        self._draws[tournament, context.number] = part
        said = _text(part.commitment)
        channel = f"tournament:{tournament}"
        return [{"t": "commit_draw", "ch": channel, "number": context.number, "commitment": said}]

    def _reveal_draw(self, listed: Frame) -> list[Frame]:
        part = self._draws.pop((listed["tournament"], listed["number"]), None)
        if part is None:
            return []
        seed = part.reveal(*_signed(listed), self.key)
        self.revealed += 1
        channel = f"tournament:{listed['tournament']}"
        return [
            {"t": "reveal_draw", "ch": channel, "number": listed["number"], "seed": _text(seed)}
        ]


def _signed(listed: Frame) -> tuple[bytes, bytes]:
    return base64.b64decode(listed["list"]), base64.b64decode(listed["signature"])


def _said(kind: str, channel: str, hand: int, deck: Frame, **content: bytes) -> Frame:
    said = {name: _text(value) for name, value in content.items()}
    return {"t": kind, "ch": channel, "hand": hand, "number": deck["number"], **said}


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode()
