"""Compares what is kept beside the money with the seals that the room wrote with it (I12)."""

from collections import Counter
from functools import partial
from typing import NamedTuple

import msgspec

from cardroom.errors import UNREADABLE
from cardroom.ledger import Invariant
from cardroom.ledger.audit import Audit
from cardroom.ledger.findings import short
from cardroom.ledger.hashing import GENESIS, chain
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.sealing import SEALED, Said, Seal, rows_said, selecting
from cardroom.store.store import Store

CHUNK = 500
_seal = msgspec.json.Decoder(Seal)
_MADE = "made_"
"""How the staff log begins to say that somebody has another role."""


class Kept(NamedTuple):
    """The sealed relations at one moment, and how far the seals went then."""

    rows: dict[tuple[str, str], Said]
    touched: list[tuple[str, str]]
    seals: int


def kept() -> Script[Kept]:
    """Everything that is sealed, as it is now."""
    rows: dict[tuple[str, str], Said] = {}
    for relation, sealed in SEALED.items():
        found = yield One(selecting(relation, sealed))
        rows |= {(relation, key): said for key, said in rows_said(sealed, found)}
    touched = yield One("select distinct relation, key from touched order by relation, key")
    ((last,),) = yield One("select coalesce(max(seq), 0) from seals")
    return Kept(rows, [(relation, key) for relation, key in touched], last)


def _page(after: int, last: int) -> Script[list[Row]]:
    return (
        yield One(
            "select seq, content, hash from seals where seq > $1 and seq <= $2"
            " order by seq limit $3",
            (after, last, CHUNK),
        )
    )


async def follow_seals(store: Store, audit: Audit) -> "SealAudit":
    """Follow the seals from the first to the last; the rows of that moment come later."""
    there = await store.ask(kept)
    seals = SealAudit(audit, there)
    after = 0
    while after < there.seals and (rows := await store.ask(partial(_page, after, there.seals))):
        for seq, content, hashed in rows:
            seals.see(seq, bytes(content), bytes(hashed))
        after = rows[-1][0]
    return seals


class SealAudit:
    """Sees every seal in its order, then the rows as they are."""

    def __init__(self, audit: Audit, there: Kept) -> None:
        self._audit = audit
        self._there = there
        self._head = GENESIS
        self._last = 0
        self._said: dict[tuple[str, str], tuple[int, Said]] = {}
        self._gone: dict[tuple[str, str], int] = {}
        self._roles: Counter[tuple[str, str]] = Counter()
        """How often a player was given a role, by the seals of the profiles."""
        self._logged: Counter[tuple[str, str]] = Counter()
        """The same by the staff log."""

    def see(self, seq: int, content: bytes, hashed: bytes) -> None:
        """Take in the next seal."""
        if seq != self._last + 1:
            self._tell("seals_missing", f"the seals {self._last + 1:,} to {seq - 1:,} are missing")
        expected = chain(self._head, content)
        if hashed != expected:
            flaw = f"the hash before seal {seq:,} and its content give {short(expected)}, but"
            self._tell("seal_does_not_follow", f"{flaw} stored is {short(hashed)}")
        self._head, self._last = hashed, seq
        self._audit.pass_through(hashed)
        try:
            seal = _seal.decode(content)
        except UNREADABLE as error:
            self._tell("seal_unreadable", f"the content of seal {seq:,} is none: {error}")
            return
        for relation, key, said in map(msgspec.structs.astuple, seal.rows):
            self._note(seq, (relation, key), said, is_found=seal.is_found)

    def _note(self, seq: int, row: tuple[str, str], said: Said | None, *, is_found: bool) -> None:
        relation, key = row
        _, before = self._said.pop(row, (0, {}))
        if said is None:
            self._gone[row] = seq
            return
        self._said[row] = seq, said
        if relation == "measures":
            deed = str(said.get("deed", ""))
            self._logged[str(said.get("subject")), deed.removeprefix(_MADE)] += 1
        elif relation == "profiles" and not is_found:
            role = str(said.get("role"))
            self._roles[key, role] += role != before.get("role", "player")

    def finish(self) -> None:
        """Each row says what its last seal says; there are no others, and none is missing."""
        there = self._there
        self._audit.seal(self._last, self._head)
        for row, said in there.rows.items():
            self._compare(row, said)
        for (relation, key), (seq, _) in self._said.items():
            if (relation, key) not in there.rows:
                self._tell("row_missing", f"{relation} {key} is missing: seal {seq:,} has it")
        for relation, key in there.touched:
            flaw = f"{relation} {key} was written by somebody else than the room"
            self._tell("written_beside_the_room", flaw)
        for player, role in self._roles - self._logged:
            flaw = f"player {player} was made {role}, but the staff log does not say by whom"
            self._tell("role_without_measure", flaw)

    def _compare(self, row: tuple[str, str], found: Said) -> None:
        relation, key = row
        if row not in self._said:
            seal = self._gone.get(row)
            why = "no seal has it" if seal is None else f"seal {seal:,} says that it was deleted"
            self._tell("row_unsealed", f"{relation} {key} is there, but {why}")
            return
        seq, said = self._said[row]
        for column, value in said.items():
            if column in found and found[column] != value:
                flaw = f"{column} of {relation} {key} is {_shown(found[column])}, but seal {seq:,}"
                self._tell("row_differs", f"{flaw} has {_shown(value)}")

    def _tell(self, what: str, flaw: str) -> None:
        self._audit.find_at_end(Invariant.CHAIN_HOLDS, what, flaw)


def _shown(value: object) -> str:
    """A value, or the beginning of the hash of one that is long or secret."""
    text = str(value)
    return f"a text with the hash {text[1:17]}" if text.startswith("#") else repr(value)
