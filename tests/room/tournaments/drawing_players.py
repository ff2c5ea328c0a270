"""Players who contribute to the draw of a start, and rooms that verify every draw they make."""

from random import Random
from typing import Any

import msgspec

from cardroom.errors import AccessRefused, Refused, Unavailable
from cardroom.fairness.draws.draw_list import DrawContext
from cardroom.fairness.draws.logged import read_logged, split_listed
from cardroom.fairness.draws.participant import DrawParticipant
from cardroom.fairness.draws.proof import DrawProof, decode_draw
from cardroom.fairness.draws.verifying import verify_draw
from cardroom.ledger import TournamentId
from cardroom.room.tournaments.house_messages import SaySeed
from cardroom.room.tournaments.requests import CommitDraw, RevealDraw
from tests.room.fair_rooms import KEY, MemoryLog, fair_house, from_base64
from tests.room.tournaments.memory import TournamentMemory
from tests.room.tournaments.rooms import Player, TournamentRoom
from tests.room.tournaments.scenes import Scene


class DrawingPlayer(Player):
    """Commits to a seed for every start, and reveals it unless told otherwise."""

    def __init__(self, room: TournamentRoom, number: int) -> None:
        super().__init__(room, number)
        self.chance = Random(f"draws {number}")
        self.reveals = True
        self.commits = True
        self.forgets = False
        """A window that is reloaded has no seed any more."""
        self.parts: dict[tuple[int, int], DrawParticipant] = {}
        self.refusals: list[Refused] = []

    def _read_own(self, news: dict[str, Any]) -> None:
        super()._read_own(news)
        if news["type"] == "draw_committed":
            self.commit(news)
        elif news["type"] == "draw_listed":
            self.reveal(news)

    def commit(self, news: dict[str, Any]) -> None:
        context = DrawContext(**news["context"])
        key = news["tournament"], context.number
        if not self.commits or key in self.parts:
            return
        seed, fixed_to = self.chance.randbytes(32), from_base64(news["commitment"])
        part = self.parts[key] = DrawParticipant(context, self.viewer, seed, fixed_to)
        self._say(
            CommitDraw(
                id="c",
                ch=f"tournament:{key[0]}",
                number=context.number,
                commitment=part.commitment,
            )
        )

    def reveal(self, news: dict[str, Any]) -> None:
        key = news["tournament"], news["number"]
        part = self.parts.get(key)
        if part is None or not self.reveals:
            return
        encoded, signature = from_base64(news["list"]), from_base64(news["signature"])
        try:
            seed = part.reveal(encoded, signature, KEY.public)
        except AccessRefused as refusal:
            self.refusals.append(refusal)
            return
        self._say(RevealDraw(id="r", ch=f"tournament:{key[0]}", number=key[1], seed=seed))

    def _say(self, request: CommitDraw | RevealDraw) -> None:
        self._soon(self._tell(request))

    async def _tell(self, request: CommitDraw | RevealDraw) -> None:
        actor = self.room.actors[request.tournament]
        try:
            await actor.inbox.ask(SaySeed(caller=self.caller, request=request))
        except Refused as refusal:
            self.refusals.append(refusal)
        except Unavailable:
            # The room is down: whoever comes back says it again.
            return


class DrawScene(Scene):
    """A tournament whose draws can be verified; keys and log outlive every crash."""

    def __init__(self, seed: int, players: int, **how: Any) -> None:
        self.log = MemoryLog()
        super().__init__(
            seed,
            players,
            make_player=DrawingPlayer,
            make_fair=lambda: fair_house(seed, self.log),
            **how,
        )

    def drawing(self) -> list[DrawingPlayer]:
        return [one for one in self.people if isinstance(one, DrawingPlayer)]

    def proofs(self) -> list[DrawProof]:
        return proofs_of(self.store, self.tournament)

    def check_draws(self) -> list[DrawProof]:
        """Verify all proofs, and that their lists are in the log and about the stored events."""
        proofs = self.proofs()
        lists = [split_listed(one.content) for one in self.logged() if one.what == "listed"]
        for proof in proofs:
            assert verify_draw(proof) == []
            assert (proof.list, proof.signature) in lists
        return proofs

    def logged(self) -> list[Any]:
        found = [
            read_logged(row.record.content) for row in self.log.rows if row.record.kind == "draw"
        ]
        assert None not in found
        return found

    def states(self) -> list[tuple[int, str]]:
        """Number and state of everything that is stored of draws."""
        mine = sorted(key for key in self.store.kept_draws if key[0] == self.tournament)
        return [
            (number, self.store.kept_draws[of, number, ended].state) for of, number, ended in mine
        ]


def proofs_of(store: TournamentMemory, tournament: TournamentId) -> list[DrawProof]:
    """The proofs of a tournament's draws, in their order."""
    mine = sorted(key for key in store.kept_draws if key[0] == tournament)
    rows = [store.kept_draws[key] for key in mine if store.kept_draws[key].state == "drawn"]
    proofs = [decode_draw(row.content) for row in rows]
    assert None not in proofs
    return [proof for proof in proofs if proof is not None]


def raw_events(events: bytes) -> list[bytes]:
    """Stored events one by one, as they are stored."""
    return [bytes(one) for one in msgspec.json.decode(events, type=list[msgspec.Raw])]
