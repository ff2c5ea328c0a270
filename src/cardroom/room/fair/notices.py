"""What a table tells about its decks: roots, lists, cuts, opened cards; bytes are base64."""

import msgspec

from cardroom.fairness.context import HandContext
from cardroom.fairness.proof import Opening, SeatSeed
from cardroom.room.notices import Notice
from cardroom.units import Seat


class DeckCommitted(Notice, frozen=True, kw_only=True, tag="deck_committed"):
    """Two decks lie face down for the next draw of a hand; players answer with `commit_seed`.

    Pairs are numbered by table and epoch, and used in order. `by_ms` is 0 unless a hand waits for
    the answers, because its last draw failed.
    """

    context: HandContext
    number: int
    roots: tuple[bytes, bytes]
    by_ms: int = 0


class DeckListed(Notice, frozen=True, kw_only=True, tag="deck_listed"):
    """The hand starts: the list is closed and signed. Whoever is in it with a commitment that is
    theirs answers with `reveal_seed` until `by_ms`."""

    hand: int
    number: int
    list: bytes
    signature: bytes
    by_ms: int


class DeckCut(Notice, frozen=True, kw_only=True, tag="deck_cut"):
    """All seeds of the cut, and the secret of the deck that is not played."""

    hand: int
    number: int
    list: bytes
    signature: bytes
    seeds: tuple[SeatSeed, ...]
    audit: bytes


class DeckFailed(Notice, frozen=True, kw_only=True, tag="deck_failed"):
    """Seeds did not come in time: both decks are open, and the hand is drawn again without them."""

    hand: int
    number: int
    list: bytes
    signature: bytes
    seeds: tuple[SeatSeed, ...]
    secrets: tuple[bytes, bytes]
    missing: tuple[Seat, ...]


class CardsOpened(Notice, frozen=True, kw_only=True, tag="cards_opened"):
    """The proofs of cards that the viewer has just seen; none for who has seen none."""

    hand: int
    cards: tuple[Opening, ...] = ()


class FairnessView(msgspec.Struct, frozen=True, kw_only=True):
    """What a viewer may know about the decks of a table: the next one, and the hand on the felt."""

    next: DeckCommitted
    committed: bool
    """Whether the table holds the viewer's commitment for the next draw."""
    listed: DeckListed | None
    cut: DeckCut | None
    cards: tuple[Opening, ...]
    """All cards of the hand on the felt that the viewer has seen."""


AnyFairNotice = DeckCommitted | DeckListed | DeckCut | DeckFailed | CardsOpened
