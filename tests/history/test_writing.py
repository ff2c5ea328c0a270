from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.history.phh import read_hand, read_hands
from cardroom.history.writing import write_hand, write_hands
from tests.history.samples import FILES, HOLDEM

values = st.recursive(
    st.text()
    | st.integers(-(2**62), 2**62)
    | st.booleans()
    | st.decimals(allow_nan=False)
    | st.times().map(lambda time: time.replace(tzinfo=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def test_a_hand_is_written_as_it_was_read() -> None:
    record = read_hand(HOLDEM)
    assert read_hand(write_hand(record)) == record


def test_unknown_stacks_are_written_as_infinity() -> None:
    record = msgspec.structs.replace(read_hand(HOLDEM), starting_stacks=(None, 5, 7))
    assert "starting_stacks = [inf, 0.05, 0.07]" in write_hand(record)
    assert read_hand(write_hand(record)).starting_stacks == (None, 5, 7)


def test_several_hands_are_numbered_from_one() -> None:
    record = read_hand(HOLDEM)
    text = "".join(write_hands([record, record]))
    found = list(read_hands(text.splitlines(), "x"))
    assert [(place.number, hand) for place, hand in found] == [(1, record), (2, record)]


@given(st.dictionaries(st.text().map(lambda key: f"_{key}"), values, max_size=4))
def test_fields_of_the_annotator_come_back_whatever_they_hold(other: dict[str, object]) -> None:
    record = msgspec.structs.replace(read_hand(HOLDEM), other=other)
    assert read_hand(write_hand(record)).other == other


@pytest.mark.parametrize("number", ["5.0", "0.50", "1E+2", "Infinity", "-Infinity", "-0.0"])
def test_numbers_of_the_annotator_stay_floats(number: str) -> None:
    record = msgspec.structs.replace(read_hand(HOLDEM), other={"_x": Decimal(number)})
    found = read_hand(write_hand(record)).other["_x"]
    assert isinstance(found, Decimal)
    assert found == Decimal(number)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_real_hands_are_written_as_they_were_read(file: Path) -> None:
    with file.open(encoding="utf-8") as lines:
        for place, record in read_hands(lines, file.name):
            assert read_hand(write_hand(record)) == record, place
