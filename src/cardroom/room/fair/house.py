"""What all tables of a room share for their decks: keys, secrets, seeds, log, monitor, counts;
and the desk at which everything else is drawn."""

from collections.abc import Container, Iterable, Sequence

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.fairness.aborts import AbortCounts, is_alarming
from cardroom.fairness.context import HandContext
from cardroom.fairness.deal import FairDeal
from cardroom.fairness.draws.derived import DrawSecrets
from cardroom.fairness.hand_list import SOURCE_PLAYER, SOURCE_SEAT, HandList
from cardroom.fairness.hashing import SECRET_BYTES, u8, u64
from cardroom.fairness.keys import SigningKey, room_number, seal
from cardroom.fairness.monitor import ShuffleMonitor
from cardroom.fairness.proof import FailedAttempt
from cardroom.fairness.seeds import SeedSource
from cardroom.ledger import PlayerId
from cardroom.room.fair.draw_desk import DrawDesk
from cardroom.room.fair.log_book import LogBook
from cardroom.room.fair.seed_source import Seeds
from cardroom.room.incidents import log
from cardroom.room.sealed import Opaque
from cardroom.room.shuffle import Bits
from cardroom.units import Seat

BOX_SEED_BYTES = 32
WITHHELD_RATE = 0.01
"""An account that withholds more of its seeds than this share is reported to the operator."""
FLOP = 3


class ShuffleStopped(CardroomError):
    """The monitor has found cards that are not those of a fair shuffle: no new hand is dealt."""


class Draw(Opaque):
    """A numbered pair of decks with the seed source's part in it, and its secrets in a box."""

    __slots__ = ("box", "deal", "source")

    def __init__(self, deal: FairDeal, source: SeedSource, box: bytes) -> None:
        self.deal = deal
        self.source = source
        self.box = box


class FairHouse(Opaque):
    """The house's side of CCO/1.

    The bits of the decks and those of the seed source are two ports: neither knows the other's.
    Secrets are kept for the auditor alone, in boxes that only the auditor's key opens.
    """

    def __init__(
        self,
        *,
        key: SigningKey,
        auditor: bytes,
        bits: Bits,
        seeds: Seeds,
        draws: DrawSecrets,
        log_book: LogBook,
        monitor: ShuffleMonitor | None = None,
    ) -> None:
        self.room = room_number(key.public)
        self.key = key
        self.auditor = auditor
        self.log = log_book
        self.monitor = monitor or ShuffleMonitor()
        self.hands = AbortCounts()
        """Hands that were listed, and those of them that never were."""
        self.withheld: dict[PlayerId, AbortCounts] = {}
        """By account: draws with a commitment, and those whose seed did not come."""
        self._bits = bits
        self._seeds = seeds
        self.draws = DrawDesk(key, draws, seeds.draws, log_book, self._sealed)
        """Where everything else is drawn."""

    # Draws

    def verify_sound(self) -> None:
        """Refuse to deal once the monitor has found a fault."""
        if not self.monitor.may_deal:
            raise ShuffleStopped

    def draw(self, context: HandContext, number: int) -> Draw:
        """Fix two decks for a hand."""
        secrets = self._secrets()
        return self._with_source(FairDeal(context, number, secrets, self.key), secrets)

    def redraw(self, failed: FairDeal, attempt: FailedAttempt) -> Draw:
        """Fix two other decks for a hand whose draw has failed."""
        secrets = self._secrets()
        return self._with_source(failed.redraw(failed.number + 1, secrets, attempt), secrets)

    def _secrets(self) -> tuple[bytes, bytes]:
        first, second = (self._random(SECRET_BYTES) for _ in range(2))
        return first, second

    def _random(self, count: int) -> bytes:
        return self._bits.bits(8 * count).to_bytes(count)

    def _with_source(self, deal: FairDeal, secrets: tuple[bytes, bytes]) -> Draw:
        source = SeedSource(deal.context, self._seeds.seed(), deal.roots)
        deal.commit(SOURCE_SEAT, SOURCE_PLAYER, source.commitment)
        return Draw(deal, source, self._sealed(secrets[0] + secrets[1]))

    def _sealed(self, secret: bytes) -> bytes:
        """A box that only the auditor's key opens."""
        return seal(secret, self.auditor, self._random(BOX_SEED_BYTES))

    # The log

    def listed(self, draw: Draw) -> int:
        """A list is closed and signed: log it, with its secrets for the auditor; its number."""
        deal = draw.deal
        return self.log.append("list", deal.hand_list.encoded + deal.signature, draw.box)

    def seeds_missing(
        self, hand_list: HandList, missing: Iterable[Seat], lost: Iterable[Seat]
    ) -> None:
        """Seeds did not come in time: log and count it, apart from lines that broke meanwhile."""
        missing, lost = frozenset(missing), frozenset(lost)
        parts = [u8(seat) + u64(hand_list.committed[seat].player) for seat in sorted(missing)]
        head = hand_list.context.encoded + u64(hand_list.number)
        self.log.append("withheld", head + b"".join(parts))
        players = {seat: PlayerId(hand_list.committed[seat].player) for seat in missing}
        self.note_withheld(players.values(), {players[seat] for seat in missing & lost})

    def note_withheld(self, players: Iterable[PlayerId], lost: Container[PlayerId]) -> None:
        """Count seeds that did not come; `lost` are the players whose line broke meanwhile."""
        for player in players:
            counts = self._count(player, is_aborted=True, is_disconnected=player in lost)
            if is_alarming(counts, rate=WITHHELD_RATE):
                log.warning("player %s has withheld %s seeds", player, counts.unexplained)

    def seeds_revealed(self, players: Iterable[PlayerId]) -> None:
        """Players have revealed what they committed to."""
        for player in players:
            self._count(player, is_aborted=False)

    def _count(
        self, player: PlayerId, *, is_aborted: bool, is_disconnected: bool = False
    ) -> AbortCounts:
        counts = self.withheld.setdefault(player, AbortCounts())
        counts.add(is_aborted=is_aborted, is_disconnected=is_disconnected)
        return counts

    def finished(self) -> None:
        """A listed hand was played and stored."""
        self.hands.add(is_aborted=False)

    def voided(self, context: HandContext, reason: str) -> None:
        """A listed hand never was: its number and its roots are used up."""
        self.log.append("void", context.encoded + reason.encode())
        self.hands.add(is_aborted=True)
        if is_alarming(self.hands):
            log.error(
                "%s of %s hands are void: more than a fair room has",
                self.hands.aborted,
                self.hands.hands,
            )

    # The monitor

    def saw(self, deck: Sequence[Card], seats: int, hole_cards: int) -> None:
        """Count the first hand of a deck and its flop, whether they are ever seen or not."""
        flop_at = seats * hole_cards
        faults = self.monitor.saw(deck[0:flop_at:seats], deck[flop_at : flop_at + FLOP])
        for fault in faults:
            log.error(
                "the shuffle is not fair, no new hands are dealt: %s over %s hands, p=%.2g",
                fault.statistic,
                fault.hands,
                fault.probability,
            )
