"""A bot over the socket: asks for a seat, checks and calls, leaves after some hands.

    python examples/socket_bot.py --room http://127.0.0.1:8080 --token TOKEN --hands 20

With `--tournament 3` it enters that tournament instead, until it is out or has played the hands.
The token is that of a program (docs/guides/protocol.md, "Programs"); the stake or tournament must
admit programs. The bot takes part in the shuffle of its hands and in draws (fair_part.py).
"""

import argparse
import asyncio
import base64
import os
import uuid
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse
from fair_part import FairPart

STAKE = {"game": "nl-holdem", "format": "ordinary", "small_blind": 5, "big_blind": 10}

SHUFFLE = "CASH-02"
"""The rule of refused contributions: they came too late, and the hand goes on without them."""
MAIN_POT = 0
"""Every hand that is played out awards it once; side pots come after it."""


class Bot:
    """One program at one table. The room decides everything; the bot only answers."""

    def __init__(
        self, socket: ClientWebSocketResponse, hands: int, amount: int, key: bytes, tournament: int
    ) -> None:
        self.socket = socket
        self.hands = hands
        self.amount = amount
        self.key = key
        self.wanted: dict[str, Any] = {"t": "play", **STAKE, "tables": 1}
        if tournament:
            self.wanted = {"t": "register", "ch": f"tournament:{tournament}"}
        self.table = ""
        """The cash table that was offered."""
        self.played = 0
        self.fair = FairPart(0, key)

    async def send(self, t: str, **content: Any) -> None:
        """Ask for something; every request has an id of its own."""
        await self.socket.send_json({"t": t, "id": str(uuid.uuid4()), **content})

    async def run(self) -> None:
        """Play until enough hands are over, or until the bot is out of its tournament."""
        await self.socket.send_json({"t": "hello", "protocols": [1], "client": "socket-bot/1"})
        await self.send("subscribe", ch="me")
        await self.send(**self.wanted)
        async for message in self.socket:
            frame = message.json()
            for answer in self.fair.answers(frame):
                await self.send(**answer)
            if frame["t"] == "hello":
                self.fair = FairPart(frame["me"]["player"], self.key)
            elif frame["t"] == "refused" and frame["reason"] == "rules_not_accepted":
                await self.accept_rules(frame["d"])
            elif frame["t"] == "refused" and frame["rule"] != SHUFFLE:
                raise SystemExit(f"The room says no: {frame['reason']} ({frame['rule']}).")
            elif frame["t"] == "turn":
                await self.decide(frame)
            elif frame["t"] == "snapshot" and frame["ch"] == "me":
                for offer in frame["d"]["offers"]:
                    await self.take_seat(offer)
            elif frame["t"] == "event" and await self.hear(frame["d"]):
                return

    async def accept_rules(self, rules: dict[str, Any]) -> None:
        """Accept the rules that the room names, once, and ask again."""
        await self.send("accept_rules", edition=rules["edition"], version=rules["version"])
        await self.send(**self.wanted)

    async def hear(self, event: dict[str, Any]) -> bool:
        """Take an offered seat, count hands; True when the bot may go."""
        if event["type"] == "seat_offered":
            await self.take_seat(event)
        elif event["type"] == "tournament_seated":
            await self.send("subscribe", ch=f"table:{event['table']}")
        elif event["type"] in ("tournament_out", "tournament_over"):
            return True
        elif event["type"] == "pot_awarded" and event["pot"] == MAIN_POT:
            self.played += 1
            if self.played >= self.hands:
                if self.table:
                    await self.send("leave", ch=self.table)
                return True
        return False

    async def take_seat(self, offer: dict[str, Any]) -> None:
        """Listen to the table first, so that no turn is missed, then sit down."""
        if self.table:
            return
        self.table = f"table:{offer['table']}"
        await self.send("subscribe", ch=self.table)
        await self.send("sit", ch=self.table, amount=self.amount)

    async def decide(self, frame: dict[str, Any]) -> None:
        """Check where it is free, call what is cheap, fold the rest."""
        turn = frame["d"]
        cheap = turn["call"] <= turn["pot"]
        action = "check" if turn["check"] else "call" if cheap else "fold"
        await self.send("act", ch=frame["ch"], hand=turn["hand"], turn=turn["turn"], a=action)


async def play(room: str, token: str, hands: int, amount: int, tournament: int) -> Bot:
    """Get a ticket for one socket, open it, and play."""
    async with ClientSession(headers={"Authorization": f"Bearer {token}"}) as http:
        async with http.get(f"{room}/api/fairness") as response:
            key = base64.b64decode((await response.json())["key"])
        async with http.post(f"{room}/api/ticket", json={}) as response:
            said = await response.json()
        if response.status != 200:
            raise SystemExit(f"The room says no: {said['reason']} ({said['rule']}).")
        ticket = said["ticket"]
        async with http.ws_connect(f"{room}/api/socket?ticket={ticket}") as socket:
            bot = Bot(socket, hands, amount, key, tournament)
            await bot.run()
            return bot


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--room", default="http://127.0.0.1:8080")
    parser.add_argument("--token", default=os.environ.get("CARDROOM_TOKEN", ""))
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--amount", type=int, default=1000, help="what to sit down with, in cents")
    parser.add_argument("--tournament", type=int, default=0, help="enter this tournament instead")
    args = parser.parse_args()
    bot = asyncio.run(play(args.room, args.token, args.hands, args.amount, args.tournament))
    print(f"Hands played: {bot.played}. Numbers given to decks and draws: {bot.fair.revealed}.")


if __name__ == "__main__":
    main()
