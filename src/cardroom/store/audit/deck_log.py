"""Follows the log of the decks: its chain, its signatures, its heads, and every hand in it (I12).

A hand that was dealt from a deck with a proof has its list in the log. A list whose hand was never
stored is that of a void hand, or the last one of a table that crashed or is in the midst of it.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from cardroom.errors import UNREADABLE
from cardroom.fairness.context import HandContext, read_context
from cardroom.fairness.draws.logged import read_logged
from cardroom.fairness.growing_tree import GrowingTree
from cardroom.fairness.hand_list import HandList, list_hash, read_list
from cardroom.fairness.hashing import u64
from cardroom.fairness.keys import SIGNATURE_BYTES, is_signed, room_number
from cardroom.fairness.log import GENESIS, LogRecord, TreeHead, record_hash
from cardroom.ledger import Invariant
from cardroom.ledger.audit import Audit
from cardroom.store.audit.draws import DrawLists, read_draws, times_built
from cardroom.store.databases.database import One, Script
from cardroom.store.store import Store

CHUNK = 200
"""Records that are read at once, each with the proof of its hand."""
EPOCHS_KEPT = 8
"""Of one table: nobody hangs through this many owners of it and goes on."""


class SignedList(msgspec.Struct, frozen=True):
    """A list with the room's signature under it."""

    list: bytes
    signature: bytes


class ProvenHand(msgspec.Struct, frozen=True):
    """What the proof of a stored hand says about its list, and about that of its button."""

    key: bytes
    list: bytes
    signature: bytes
    button: SignedList | None = None


class StoredHand(NamedTuple):
    """A hand that a list is about, as it is stored; some have no proof."""

    id: int
    proof: ProvenHand | None


class _Result(msgspec.Struct, frozen=True):
    proof: bytes = b""


class LastList(NamedTuple):
    """The last list of a table in an epoch; `is_closed` once its hand is stored or void."""

    record: int
    hand_list: HandList
    is_closed: bool


_result = msgspec.json.Decoder(_Result)
_proof = msgspec.json.Decoder(ProvenHand)


async def audit_deck_log(store: Store, audit: Audit, last_hand: int) -> None:
    """Follow the log from its first record; `last_hand` is the last one that the audit has read."""
    (old, _), draws = await store.ask(_ends), await read_draws(store, audit)
    size, heads = await store.ask(_ends)
    log = DeckLogAudit(audit, heads, last_hand, old)
    after = 0
    while after < size and (records := await store.ask(partial(_page, after, size))):
        keys = [key for one in records if (key := _hand_key(one)) is not None]
        stored = await store.ask(partial(_stored, keys))
        for record in records:
            log.see(record, stored)
        after = records[-1].number + 1
    log.finish(size)
    draws.finish(log.draws, await store.ask(times_built))
    proven = await store.ask(partial(_count_proven, last_hand))
    if proven != log.matched:
        detail = f"{proven} hands have a proof, and the lists of {log.matched} are in the deck log"
        audit.find_at_end(Invariant.CHAIN_HOLDS, "deck_list_missing", detail)


class DeckLogAudit:
    """Sees every record in its order."""

    def __init__(
        self, audit: Audit, heads: Sequence[TreeHead], last_hand: int, old: int = 0
    ) -> None:
        self._audit = audit
        self._old = old
        """Records before this one are older than the stored draws that the audit has read."""
        self.draws = DrawLists()
        self._last_hand = last_hand
        self._heads = {head.size: head for head in heads}
        self._tree = GrowingTree()
        self._last = GENESIS
        self._next = 0
        self._keys: dict[int, bytes] = {}
        """The public keys of the room, by the number that they give it."""
        self._unsigned: list[tuple[int, HandList, bytes]] = []
        """Lists that came before a hand showed the key of their room."""
        self._tables: dict[int, dict[int, LastList]] = {}
        """By table and epoch: a process that hung may say how its last hand ended when another one
        has dealt at the table since."""
        self.matched = 0
        """Hands whose list is in the log."""

    def see(self, record: LogRecord, stored: dict[str, StoredHand]) -> None:
        """Take in the next record, with the hands that are stored."""
        expected = record_hash(self._next, record.kind, record.content, self._last)
        if record.number != self._next:
            missing = record.number - self._next
            self._find("deck_record_missing", record.number, f"{missing} before it are missing")
        elif record.hash != expected:
            self._find("deck_log_broken", record.number, "its hash is not that of its content")
        self._last, self._next = record.hash, record.number + 1
        self._tree.add(record.leaf)
        self._see_head(record.number + 1)
        if record.kind == "list":
            self._see_list(record, stored)
        elif record.kind == "draw":
            self._see_draw(record)
        else:
            self._see_end(record)

    def finish(self, size: int) -> None:
        """All records were read."""
        if self._next < size or any(head > size for head in self._heads):
            longest = max([size, *self._heads])
            detail = f"the deck log ends after {self._next} records, it had {longest}"
            self._audit.find_at_end(Invariant.CHAIN_HOLDS, "deck_log_cut", detail)
        for number, listed, signature in self._unsigned:
            self._verify_signature(number, listed, signature)
        self._verify_heads()

    def _see_head(self, size: int) -> None:
        head = self._heads.get(size)
        if head is not None and head.root != self._tree.root:
            self._find("deck_head_differs", size - 1, "a signed head has another root after it")

    def _see_list(self, record: LogRecord, stored: dict[str, StoredHand]) -> None:
        encoded, signature = split_list(record.content)
        listed = read_list(encoded)
        if listed is None:
            self._find("deck_list_unreadable", record.number, "its list cannot be read")
            return
        self._follow(record.number, listed)
        hand = stored.get(_key_of(listed))
        if hand is not None and hand.proof is not None:
            self._learn_key(record.number, listed, hand.proof)
            is_its_list = (hand.proof.list, hand.proof.signature) == (encoded, signature)
            button = hand.proof.button if is_its_list else None
            if button is not None and not self.draws.has(button.list, button.signature):
                detail = f"the button of {_key_of(listed)} was drawn by a list that is not there"
                self._find("draw_list_missing", record.number, detail)
            self.matched += is_its_list and hand.id <= self._last_hand
        self._remember(LastList(record.number, listed, hand is not None))
        if listed.context.room in self._keys:
            self._verify_signature(record.number, listed, signature)
        else:
            self._unsigned.append((record.number, listed, signature))

    def _see_draw(self, record: LogRecord) -> None:
        logged = read_logged(record.content)
        is_old = record.number < self._old
        wrong = "it cannot be read" if logged is None else self.draws.see(logged, is_old=is_old)
        if wrong:
            self._find("draw_record_wrong", record.number, wrong)

    def _follow(self, number: int, listed: HandList) -> None:
        """Decks are used once and in order, and no hand is dropped before the next."""
        before = self._last_of(listed.context)
        if before is None:
            return
        if before.hand_list.number >= listed.number:
            self._find("deck_used_twice", number, "its decks were used before")
        is_redraw = before.hand_list.context == listed.context
        if not before.is_closed and not is_redraw:
            key = _key_of(before.hand_list)
            detail = f"{key} is neither stored nor void, and the table went on"
            self._find("listed_hand_missing", before.record, detail)

    def _see_end(self, record: LogRecord) -> None:
        """A void hand or a withheld seed is that of the last list of its table and epoch."""
        before = self._last_of(read_context(record.content))
        head = b"" if before is None else before.hand_list.context.encoded
        if before is not None and record.kind == "withheld":
            head += u64(before.hand_list.number)
        if before is None or not record.content.startswith(head):
            self._find("deck_list_missing", record.number, "there is no list before it")
            return
        if record.kind == "void":
            self._remember(before._replace(is_closed=True))

    def _last_of(self, context: HandContext) -> LastList | None:
        return self._tables.get(context.table, {}).get(context.epoch)

    def _remember(self, last: LastList) -> None:
        context = last.hand_list.context
        lists = self._tables.setdefault(context.table, {})
        lists[context.epoch] = last
        if len(lists) > EPOCHS_KEPT:
            del lists[min(lists)]

    def _learn_key(self, number: int, listed: HandList, proof: ProvenHand) -> None:
        room = room_number(proof.key)
        if room == listed.context.room:
            self._keys[room] = proof.key
        else:
            detail = f"{_key_of(listed)} is proven with the key of another room"
            self._find("deck_key_differs", number, detail)

    def _verify_signature(self, number: int, listed: HandList, signature: bytes) -> None:
        key = self._keys.get(listed.context.room)
        if key is not None and not is_signed(key, list_hash(listed.encoded), signature):
            self._find("deck_list_not_signed", number, "its signature is not the room's")

    def _verify_heads(self) -> None:
        for head in self._heads.values():
            keys = self._keys.values()
            if keys and not any(is_signed(key, head.message, head.signature) for key in keys):
                detail = f"the head of the deck log at {head.size} records is not the room's"
                self._audit.find_at_end(Invariant.CHAIN_HOLDS, "deck_head_not_signed", detail)

    def _find(self, what: str, number: int, detail: str) -> None:
        self._audit.find_at_end(Invariant.CHAIN_HOLDS, what, f"deck log record {number}: {detail}")


def split_list(content: bytes) -> tuple[bytes, bytes]:
    """A list and the room's signature under it."""
    return content[:-SIGNATURE_BYTES], content[-SIGNATURE_BYTES:]


def _key_of(listed: HandList) -> str:
    context = listed.context
    return f"hand:{context.table}:{context.epoch}:{context.hand}"


def _hand_key(record: LogRecord) -> str | None:
    listed = read_list(split_list(record.content)[0]) if record.kind == "list" else None
    return None if listed is None else _key_of(listed)


def _ends() -> Script[tuple[int, list[TreeHead]]]:
    ((size,),) = yield One("select coalesce(max(number), -1) + 1 from deck_log")
    rows = yield One("select size, at_ms, root, signature from deck_log_heads order by size")
    heads = [TreeHead(at, at_ms, bytes(root), bytes(by)) for at, at_ms, root, by in rows]
    return size, heads


def _page(after: int, size: int) -> Script[list[LogRecord]]:
    rows = yield One(
        "select number, kind, content, hash from deck_log where number >= $1 and number < $2"
        " order by number limit $3",
        (after, size, CHUNK),
    )
    return [LogRecord(number, kind, bytes(said), bytes(by)) for number, kind, said, by in rows]


def _stored(keys: Sequence[str]) -> Script[dict[str, StoredHand]]:
    """The hands that are stored under these keys."""
    rows = yield One("select key, id, result from hands where key = any($1)", (list(keys),))
    return {key: StoredHand(number, _proof_in(bytes(result))) for key, number, result in rows}


def _proof_in(result: bytes) -> ProvenHand | None:
    try:
        proof = _result.decode(result).proof
        return _proof.decode(proof) if proof else None
    except UNREADABLE:
        return None


def _count_proven(last: int) -> Script[int]:
    count, after = 0, 0
    while True:
        rows = yield One(
            "select id, result from hands where id > $1 and id <= $2 order by id limit $3",
            (after, last, CHUNK),
        )
        if not rows:
            return count
        count += sum(_proof_in(bytes(result)) is not None for _, result in rows)
        after = rows[-1][0]
