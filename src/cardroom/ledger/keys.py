"""The key of a hand; keys seen so far, without remembering every hand."""

from hashlib import blake2b

from cardroom.ledger.transfers import HAND_KEY, Reason, Transfer

DIGEST_BYTES = 16


def hand_key(table: object, epoch: object, number: object) -> str:
    """The one key under which a hand is settled; a refusal tells it whatever was given."""
    return f"{HAND_KEY}{table}:{epoch}:{number}"


class Keys:
    """Tells whether a key is new (I7).

    The hands of a table come with growing epoch and number, so the last one is enough to know
    that a hand is new. Of other keys a digest is kept: about 100 bytes each.
    """

    def __init__(self) -> None:
        self._last_hands: dict[str, tuple[int, int]] = {}
        self._others: set[bytes] = set()

    def add(self, transfer: Transfer) -> bool:
        """Remember a key; false if it was there, or its hand is older than one before."""
        if transfer.reason is Reason.HAND_SETTLED:
            return self._add_hand(transfer.key)
        digest = blake2b(transfer.key.encode(), digest_size=DIGEST_BYTES).digest()
        if digest in self._others:
            return False
        self._others.add(digest)
        return True

    def _add_hand(self, key: str) -> bool:
        table, *place = key.removeprefix(HAND_KEY).split(":")
        if len(place) != 2 or not all(word.isdecimal() for word in place):
            return False
        epoch, number = (int(word) for word in place)
        if (epoch, number) <= self._last_hands.get(table, (-1, -1)):
            return False
        self._last_hands[table] = (epoch, number)
        return True
