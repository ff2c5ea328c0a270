"""What a simulated player does about tournaments: enters, leaves, buys back, plays, deals."""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any, cast

import msgspec

from cardroom.room.tournaments.requests import (
    AcceptDeal,
    AddOn,
    BuyBack,
    BuyGames,
    DeclineRebuy,
    GoAway,
    PlayAgain,
    ProposeDeal,
    RefuseDeal,
    Register,
    RoomRequest,
    TournamentRequest,
    Unregister,
)

if TYPE_CHECKING:
    from tests.simulation.player import SimPlayer
    from tests.simulation.with_tournaments.simulated_tournaments import SimulatedTournaments

DEEDS = (
    *("enter",) * 12,
    *("play_again",) * 3,
    *("unregister", "buy_back", "buy_back", "add_on", "add_on", "go_away", "look"),
    *("propose", "answer_deal", "answer_deal", "answer_deal"),
)
TICKETS = (None, None, None, "EUR-100-evening", "EUR-100-any", "EUR-300-sunday")


class Contestant:
    """The side of one player that plays tournaments; sees frames and the lobby only."""

    def __init__(self, player: "SimPlayer", hall: "SimulatedTournaments", chance: Random) -> None:
        self.tables: dict[str, int] = {}
        """Where the player sits, and in which tournament."""
        self.entered: dict[int, None] = {}
        self._player = player
        self._hall = hall
        self._chance = chance

    # What is heard

    def read_frame(self, frame: bytes) -> None:
        """The room sends a frame: what it says of tournaments is stored."""
        if b'"ch":"me"' in frame and b'"tournament"' in frame:
            message = msgspec.json.decode(frame)
            if message["t"] == "event":
                self._hall.hear(self._player.player, message["d"])

    def read_own(self, shown: dict[str, Any]) -> None:
        """A snapshot of the player's own channel says where they sit."""
        own = shown.get("tournaments", ())
        self.entered = dict.fromkeys(one["tournament"] for one in own)
        self.tables = {
            f"table:{one['table']}": one["tournament"] for one in own if one.get("table")
        }
        for channel in self.tables:
            self._player.listen(channel)

    def hear(self, event: dict[str, Any]) -> None:
        """Something on the player's own channel."""
        match event["type"]:
            case "tournament_entered":
                self.entered[event["tournament"]] = None
            case "tournament_seated":
                self._leave(event["tournament"])
                self.entered[event["tournament"]] = None
                channel = f"table:{event['table']}"
                self.tables[channel] = event["tournament"]
                self._player.listen(channel)
            case "rebuy_wanted":
                wait_s = self._chance.choice((0.1, 1.0, 3.0, 4.0, 5.0, 20.0))
                loop = asyncio.get_running_loop()
                loop.call_later(wait_s, self._answer_offer, event["tournament"])
            case "tournament_left" | "tournament_out" | "tournament_over":
                self._leave(event["tournament"])
                self.entered.pop(event["tournament"], None)

    def _leave(self, tournament: int) -> None:
        self.tables = {ch: one for ch, one in self.tables.items() if one != tournament}

    # What is done

    def act(self) -> None:
        """Do something about tournaments."""
        getattr(self, f"_do_{self._chance.choice(DEEDS)}")()

    def _send(self, request: type[TournamentRequest], tournament: int, **content: Any) -> None:
        channel = f"tournament:{tournament}"
        sent = request(id=self._player.new_id(), ch=channel, **content)
        self._player.send(cast("RoomRequest", sent))

    def _some_entered(self) -> int | None:
        entered = list(self.entered)
        return self._chance.choice(entered) if entered else None

    def _do_look(self) -> None:
        """Ask about a tournament that there may not be."""
        self._send(PlayAgain, self._chance.randrange(1, 9))

    def _do_enter(self) -> None:
        offers = [one for one in self._hall.offers if one.is_open]
        if self._hall.closes or not offers:
            return
        offer = self._chance.choice(offers)
        if offer.on_demand and self._chance.randrange(3):
            games = self._chance.choice((1, 1, 1, 2))
            number = self._player.new_id()
            self._player.send(BuyGames(id=number, offer=offer.template, games=games))
        else:
            self._send(Register, offer.number, ticket=self._chance.choice(TICKETS))

    def _do_unregister(self) -> None:
        self._in_one(Unregister)

    def _do_buy_back(self) -> None:
        self._in_one(BuyBack)

    def _do_add_on(self) -> None:
        self._in_one(AddOn)

    def _do_go_away(self) -> None:
        self._in_one(GoAway)

    def _do_play_again(self) -> None:
        self._in_one(PlayAgain)

    def _do_propose(self) -> None:
        tournament = self._some_entered()
        if tournament is not None:
            kind = self._chance.choice(("icm", "chips", "even"))
            left = self._chance.choice((0, 0, 10))
            self._send(ProposeDeal, tournament, kind=kind, left_to_play_for=left)

    def _do_answer_deal(self) -> None:
        tournament = self._some_entered()
        deal = None if tournament is None else self._hall.deal_of(tournament)
        if tournament is not None and deal is not None:
            answer = AcceptDeal if self._chance.randrange(5) else RefuseDeal
            self._send(answer, tournament, deal=deal)

    def _in_one(self, request: type[TournamentRequest]) -> None:
        tournament = self._some_entered()
        if tournament is not None:
            self._send(request, tournament)

    def _answer_offer(self, tournament: int) -> None:
        if tournament in self.entered:
            self._send(BuyBack if self._chance.randrange(3) else DeclineRebuy, tournament)

    # Turns

    def decide(self, turn: dict[str, Any]) -> tuple[str, int]:
        """Everything on a card, often enough that tournaments end."""
        roll = self._chance.randrange(100)
        if turn["raise_to"] and roll < 35:
            return "raise", turn["raise_to"]
        if turn["raise_to"] and roll < 45:
            return "raise", turn["raise_from"]
        if turn["check"]:
            return "check", 0
        return ("call", 0) if roll < 75 else ("fold", 0)

    # The end of the evening

    def behave(self) -> None:
        """Play on wherever one is in."""
        for tournament in self.entered:
            self._send(PlayAgain, tournament)
        for channel in self.tables:
            self._player.listen(channel)

    def give_back(self, tournament: int) -> None:
        """Leave a game that will not fill any more."""
        self._send(Unregister, tournament)
