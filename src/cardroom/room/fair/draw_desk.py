"""Everything that is drawn beside the decks: prizes, seats, buttons, moves between tables.

The room's secret and the seed source's seed follow from two keys and from the question, so that
nothing has to be kept before a draw, and the same question always has the same answer.
"""

from collections.abc import Callable

from cardroom.fairness.draws import logged
from cardroom.fairness.draws.derived import DrawSecrets, DrawSeeds
from cardroom.fairness.draws.draw_list import DrawContext, Kind, Scope
from cardroom.fairness.draws.fair_draw import FairDraw
from cardroom.fairness.draws.proof import DrawProof, encode_draw
from cardroom.fairness.keys import SigningKey, room_number
from cardroom.room.fair.log_book import LogBook
from cardroom.room.sealed import Opaque

Seal = Callable[[bytes], bytes]


class DrawDesk(Opaque):
    """The house's side of all draws."""

    def __init__(
        self, key: SigningKey, secrets: DrawSecrets, source: DrawSeeds, log: LogBook, seal: Seal
    ) -> None:
        self._room = room_number(key.public)
        self._key = key
        self._secrets = secrets
        self._source = source
        self._seal = seal
        self.log = log

    def draw(self, scope: Scope, where: int, number: int) -> FairDraw:
        """A draw to which players may commit; what it is fixed to is known from now on."""
        context = DrawContext(self._room, scope, where, number)
        return FairDraw(context, self._secrets.secret(context), self._key)

    def close(self, draw: FairDraw, kind: Kind, question: bytes) -> None:
        """Close and sign the list."""
        draw.close(kind, question, self._source)

    def reveal(self, draw: FairDraw) -> None:
        """Have the seed source reveal its part; it comes last."""
        draw.reveal_source(self._source)

    def draw_at_once(
        self, scope: Scope, where: int, number: int, kind: Kind, question: bytes
    ) -> FairDraw:
        """A draw that nobody can be waited for: the seed source alone contributes."""
        draw = self.draw(scope, where, number)
        self.close(draw, kind, question)
        self.reveal(draw)
        return draw

    # The log

    def log_list(self, draw: FairDraw) -> int:
        """Log a signed list, with its secret for the auditor; the number of the record."""
        record = logged.listed(draw.encoded, draw.signature)
        return self.log.append("draw", record, self._seal(draw.sealed_secret))

    def log_withheld(self, draw: FairDraw, players: frozenset[int]) -> None:
        """Log whose seeds did not come."""
        self.log.append("draw", logged.withheld(draw.context, players))

    def log_void(self, context: DrawContext, reason: str) -> int:
        """Log that a list came to nothing."""
        return self.log.append("draw", logged.given_up(context, reason))

    def log_opened(self, draw: FairDraw, proof: DrawProof) -> int:
        """Log what a draw came to, where nothing else keeps its proof."""
        return self.log.append("draw", logged.opened(draw.context, encode_draw(proof)))
