"""A practice player in a tournament: goes where it is seated, and answers its turns.

It uses the public protocol like anyone else: frames come in, requests go out.
"""

import asyncio
from typing import Any

import msgspec

from cardroom.errors import CardroomError, Refused, Unavailable
from cardroom.ledger import PlayerId, TableId, TournamentId
from cardroom.room.incidents import log
from cardroom.room.people import Caller
from cardroom.room.practice.deal_answer import DealMind
from cardroom.room.practice.questions import Questions
from cardroom.room.practice.thinking import Character
from cardroom.room.practice.tournament_thinking import TournamentThinking
from cardroom.room.requests import Act
from cardroom.room.shuffle import Bits, below
from cardroom.room.tables.messages import PlayerRequest
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.room.tournaments.requests import (
    AcceptDeal,
    BuyBack,
    DeclineRebuy,
    PlayAgain,
    RefuseDeal,
    Register,
)

THINK_MS_LEAST = 500
THINK_MS_SPREAD = 1_800
"""Quicker than at cash tables."""
PROMPT_MS_LEAST = 400
PROMPT_MS_SPREAD = 700
"""Among three players or fewer: a HexaPro lasts a few minutes, and turns come often."""


class PracticeEntrant:
    """One practice player, in one tournament at a time (Listener)."""

    def __init__(
        self,
        house: TournamentHouse,
        caller: Caller,
        character: Character,
        bits: Bits,
        *,
        thinking_percent: int = 100,
    ) -> None:
        assert caller.kind == "practice"
        self.caller = caller
        self.tournament: TournamentId | None = None
        """Where it plays or waits; None when it is free."""
        self._house = house
        self._bits = bits
        self._thinking_percent = thinking_percent
        self._thinking = TournamentThinking(character, bits)
        self._questions = Questions()
        self._deals = DealMind()
        self._has_bought_back = False
        self._requests = 0

    # The side of a client

    @property
    def viewer(self) -> PlayerId:
        return self.caller.player

    def deliver(self, frame: bytes) -> None:
        """Read a frame; a turn is answered later, at human speed."""
        message = msgspec.json.decode(frame)
        kind, channel, content = message["t"], message["ch"], message.get("d")
        if kind == "turn":
            self._questions.put(message)
        elif channel == "me":
            if kind == "event":
                self._read_own(content)
        elif channel.startswith("tournament:"):
            self._read_tournament(channel, kind, content)
        elif kind == "event":
            self._thinking.read(channel, content)
        elif kind == "snapshot" and channel.startswith("table:"):
            self._thinking.read_hand(channel, content.get("hand"))

    def _read_own(self, news: dict[str, Any]) -> None:
        """Where it sits now, whether it may buy back, and when it is over."""
        if news.get("tournament") != self.tournament:
            return
        match news["type"]:
            case "tournament_seated":
                self._take_seat(news["table"])
            case "rebuy_wanted":
                self._questions.put({"rebuy": news["tournament"]})
            case "tournament_out" | "tournament_left" | "tournament_over":
                self.tournament = None

    def _read_tournament(self, channel: str, kind: str, content: Any) -> None:
        """What becomes of the tournament; a proposal to share the prizes wants an answer."""
        if channel != f"tournament:{self.tournament}" or kind not in {"snapshot", "event"}:
            return
        if kind == "snapshot":
            self._deals = DealMind()
        deal = self._deals.read(content)
        if deal is not None:
            self._questions.put({"deal": deal, "tournament": self.tournament})

    def _join(self, channel: str) -> None:
        found = self._house.services.switchboard.find(channel, self.viewer)
        if found is not None:
            found.join(self, self.caller)

    def _take_seat(self, table: int) -> None:
        self._join(f"table:{table}")
        self._join(f"tournament:{self.tournament}")

    def _id(self) -> str:
        self._requests += 1
        return f"p{self._requests}"

    # Entering

    async def listen(self) -> None:
        """Hear of its own affairs."""
        await self._house.services.wallets.look_up(self.viewer)
        self._join("me")

    async def enter(self, tournament: TournamentId) -> None:
        """Register for a tournament; refused when it does not take it."""
        self.tournament, self._has_bought_back = tournament, False
        channel = f"tournament:{tournament}"
        try:
            answer = await self._house.ask(self.caller, Register(id=self._id(), ch=channel))
        except CardroomError:
            self.tournament = None
            raise
        # A game on demand may be another one than it was meant to be.
        games: Any = answer.get("tournaments")
        if games:
            self.tournament = games[0]

    async def take_up(self, tournament: TournamentId, table: TableId | None) -> None:
        """Go on in a tournament after a restart."""
        self.tournament = tournament
        if table is not None:
            self._take_seat(table)
        channel = f"tournament:{tournament}"
        try:
            await self._house.ask(self.caller, PlayAgain(id=self._id(), ch=channel))
        except Refused:
            # It has not started yet: there is no seat to come back to.
            return

    # Playing

    async def play(self) -> None:
        """Answer its turns for as long as the room runs."""
        while True:
            turn = await self._questions.next()
            await asyncio.sleep(self._think_ms(turn) * self._thinking_percent / 100_000)
            try:
                await self._answer(turn)
            except Refused as refusal:
                if refusal.reason != "stale_turn":
                    log.info("practice player %s: %s", self.caller.name, refusal)
            except Unavailable:
                continue

    def _think_ms(self, question: dict[str, Any]) -> int:
        """As long as people think; shorter where few players are dealt in."""
        if "ch" in question and self._thinking.is_short_handed(question["ch"]):
            return PROMPT_MS_LEAST + below(self._bits, PROMPT_MS_SPREAD)
        return THINK_MS_LEAST + below(self._bits, THINK_MS_SPREAD)

    async def _answer(self, message: dict[str, Any]) -> None:
        if "rebuy" in message:
            await self._answer_offer(message["rebuy"])
            return
        if "deal" in message:
            await self._answer_deal(message["deal"], f"tournament:{message['tournament']}")
            return
        channel, turn = message["ch"], message["d"]
        action, to = self._thinking.decide(self._thinking.seen(channel), turn)
        act = Act(id=self._id(), ch=channel, hand=turn["hand"], turn=turn["turn"], a=action, to=to)
        await self._house.services.bus.ask(channel, PlayerRequest(self.caller, act))

    async def _answer_deal(self, deal: int, channel: str) -> None:
        """Agree to what is fair to it, and refuse anything else at once (TAMB-98)."""
        agrees = self._deals.agrees
        kind = AcceptDeal if agrees else RefuseDeal
        await self._house.ask(self.caller, kind(id=self._id(), ch=channel, deal=deal))

    async def _answer_offer(self, tournament: int) -> None:
        """Buy back once in a tournament; nobody waits for an answer (TAMB-69)."""
        channel = f"tournament:{tournament}"
        if self._has_bought_back:
            await self._house.ask(self.caller, DeclineRebuy(id=self._id(), ch=channel))
            return
        self._has_bought_back = True
        await self._house.ask(self.caller, BuyBack(id=self._id(), ch=channel))
