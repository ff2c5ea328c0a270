"""The log: whatever is changed, dropped or reordered is found."""

from hashlib import sha256

import pytest
from msgspec import structs

from cardroom.fairness.keys import SigningKey
from cardroom.fairness.log import (
    LogKind,
    LogRecord,
    appended,
    broken_records,
    inclusion_path,
    is_included,
    matches,
    signed_head,
    tree_root,
)

KEY = SigningKey(bytes(32))
OTHER = SigningKey(b"1" * 32)


def log(count: int) -> list[LogRecord]:
    records: list[LogRecord] = []
    for number in range(count):
        kind: LogKind = "void" if number % 5 == 4 else "list"
        records.append(appended(records, kind, f"content {number}".encode()))
    return records


def test_an_honest_log_holds() -> None:
    assert not list(broken_records(log(20)))


@pytest.mark.parametrize("field", ["content", "hash"])
def test_every_flipped_bit_is_found(field: str) -> None:
    records = log(4)
    for place, record in enumerate(records):
        value = getattr(record, field)
        for bit in range(len(value) * 8):
            changed = bytearray(value)
            changed[bit // 8] ^= 1 << bit % 8
            copy = list(records)
            copy[place] = structs.replace(record, **{field: bytes(changed)})
            assert place in list(broken_records(copy))


def test_a_dropped_a_reordered_and_a_renamed_record_is_found() -> None:
    records = log(6)
    assert list(broken_records([*records[:2], *records[3:]])) == [2, 3, 4]
    assert 0 in broken_records([records[1], records[0], *records[2:]])
    renamed = structs.replace(records[5], kind="void")
    assert list(broken_records([*records[:5], renamed])) == [5]


def test_a_head_that_was_published_shows_that_the_end_of_a_log_was_cut_or_rewritten() -> None:
    records = log(13)
    head = signed_head(records[:9], 1_000, KEY)
    assert matches(head, records, KEY.public)
    assert not matches(head, records[:8], KEY.public)
    rewritten = records[:8]
    for number in range(5):
        rewritten.append(appended(rewritten, "list", f"other {number}".encode()))
    assert not list(broken_records(rewritten))
    assert not matches(head, rewritten, KEY.public)
    assert not matches(head, records, OTHER.public)
    assert not matches(structs.replace(head, at_ms=2_000), records, KEY.public)


@pytest.mark.parametrize("size", range(1, 18))
def test_one_record_is_shown_to_be_in_the_tree_with_a_few_hashes(size: int) -> None:
    leaves = [record.leaf for record in log(size)]
    root = tree_root(leaves)
    for place, leaf in enumerate(leaves):
        path = inclusion_path(leaves, place)
        assert len(path) <= (size - 1).bit_length()
        assert is_included(leaf, place, size, path, root)
        assert not is_included(sha256(leaf).digest(), place, size, path, root)
        assert not is_included(leaf, place, size, [*path, root], root)
        assert not is_included(leaf, size, size, path, root)
        if path:
            assert not is_included(leaf, place, size, path[1:], root)


def test_the_tree_is_that_of_rfc_6962() -> None:
    assert tree_root([]).hex() == sha256().hexdigest()
    leaves = [sha256(b"\x00" + one).digest() for one in (b"", b"\x00", b"\x10")]
    assert leaves[0].hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert (
        tree_root(leaves).hex()
        == "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"
    )
