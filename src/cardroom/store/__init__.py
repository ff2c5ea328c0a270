"""SQLite and PostgreSQL: what a finished hand becomes, and what is still there after a crash."""

from cardroom.room.hand_pages import StoredHand
from cardroom.store.audit.reading import StoredTransfer
from cardroom.store.databases.address import connect
from cardroom.store.databases.patience import Patience
from cardroom.store.postings import Claim
from cardroom.store.reading import Standing, StoredLine, StoredMessage
from cardroom.store.store import Store

__all__ = [
    "Claim",
    "Patience",
    "Standing",
    "Store",
    "StoredHand",
    "StoredLine",
    "StoredMessage",
    "StoredTransfer",
    "connect",
]
