"""Messages: what fits is read, what does not is refused with its reason."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.room.requests import Act, Chat
from cardroom.server.limits import MESSAGE_BYTES_MAX, MESSAGE_DEPTH_MAX
from cardroom.server.sockets.messages import Ack, BadMessage, Hello, decode, depth, encode, id_of

ACT = b'{"t":"act","ch":"table:7","id":"a-1","hand":991,"turn":17,"a":"raise","to":180}'


def test_a_raise_is_read() -> None:
    message = decode(ACT)
    assert message == Act(id="a-1", ch="table:7", hand=991, turn=17, a="raise", to=180)
    assert isinstance(message, Act)
    assert message.table == 7


def test_hello_says_what_the_client_has() -> None:
    message = decode(b'{"t":"hello","protocols":[1],"resume":true,"have":{"table:7":412,"me":3}}')
    assert message == Hello(protocols=(1,), resume=True, have={"table:7": 412, "me": 3})


def test_brackets_in_a_chat_are_no_depth() -> None:
    assert isinstance(decode(b'{"t":"chat","ch":"table:7","id":"1","text":"[[[[[[[[["}'), Chat)
    assert isinstance(decode(b'{"t":"chat","ch":"table:7","id":"1","text":"\\"[[[[[[[[["}'), Chat)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not_json"),
        (b"fold", "not_json"),
        (b"\xff\xfe", "not_json"),
        (b'{"t":"ping","n":1', "not_json"),
        (b"[]", "does_not_fit"),
        (b"7", "does_not_fit"),
        (b'{"t":"fold_all"}', "does_not_fit"),
        (b'{"n":1}', "does_not_fit"),
        (b'{"t":"ping","n":1,"seat":4}', "does_not_fit"),
        (b'{"t":"ping","n":"1"}', "does_not_fit"),
        (b'{"t":"ping","n":true}', "does_not_fit"),
        (b'{"t":"ping","n":1.5}', "does_not_fit"),
        (b'{"t":"ping","n":-1}', "does_not_fit"),
        (b'{"t":"ping","n":9007199254740993}', "does_not_fit"),
        (b'{"t":"ping","n":' + b"9" * 400 + b"}", "does_not_fit"),
        (ACT.replace(b"table:7", b"table:07"), "does_not_fit"),
        (ACT.replace(b"table:7", b"tournament:7"), "does_not_fit"),
        (ACT.replace(b'"a-1"', b'"a 1"'), "does_not_fit"),
        (ACT.replace(b'"a-1"', b'"a-1\\n"'), "does_not_fit"),
        (ACT.replace(b"table:7", b"table:7\\n"), "does_not_fit"),
        (b'{"t":"subscribe","id":"1","ch":"table:1\\n"}', "does_not_fit"),
        (b'{"t":"hello","protocols":[1],"have":{"me\\n":1}}', "does_not_fit"),
        (ACT.replace(b'"a-1"', b'"' + b"a" * 37 + b'"'), "does_not_fit"),
        (ACT.replace(b'"raise"', b'"all_in"'), "does_not_fit"),
        (ACT.replace(b'"to":180', b'"to":180,"seat":3'), "does_not_fit"),
        (b'{"t":"chat","ch":"table:7","id":"1","text":"' + b"a" * 201 + b'"}', "does_not_fit"),
        (b'{"t":"hello","protocols":[]}', "does_not_fit"),
        (b'{"t":"hello","protocols":[1],"have":{"table:-1":1}}', "does_not_fit"),
        (b"[" * (MESSAGE_DEPTH_MAX + 1), "too_deep"),
        (b'{"a":' * 9 + b"1" + b"}" * 9, "too_deep"),
        (b" " * (MESSAGE_BYTES_MAX + 1), "too_long"),
    ],
)
def test_what_does_not_fit_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(BadMessage) as refused:
        decode(data)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"t":"ping","n":"1"}', "n must be a whole number, not '1'"),
        (b'{"t":"ping","n":1,"seat":4}', "unknown field seat; there are n"),
        (b'{"t":"subscribe","id":"1"}', "ch is missing"),
        (b'{"t":"fold_all"}', "t 'fold_all' is not known"),
        (
            ACT.replace(b'"to":180', b'"to":"all"'),
            "to must be a whole number, not 'all'",
        ),
    ],
)
def test_a_program_reads_which_field_does_not_fit_and_why(data: bytes, words: str) -> None:
    with pytest.raises(BadMessage) as refused:
        decode(data)
    assert refused.value.details["said"] == words


def test_a_refusal_can_name_the_message_that_does_not_fit() -> None:
    assert id_of(ACT.replace(b'"raise"', b'"all_in"')) == "a-1"
    for nameless in (b"", b"[]", b'{"id":5}', b'{"id":"a b"}', b"[" * 9, b" " * 9000, b"\xff"):
        assert id_of(nameless) == ""


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_raise_anything_but_a_refusal(data: bytes) -> None:
    with pytest.raises(BadMessage):
        decode(data)


@given(st.recursive(st.integers(0, 9) | st.text(max_size=4), st.lists, max_leaves=15))
def test_depth_is_the_depth_of_the_nesting_or_more_below_the_limit(tree: object) -> None:
    def deep(node: object) -> int:
        return 1 + max(map(deep, node), default=0) if isinstance(node, list) else 0

    data = msgspec.json.encode(tree)
    assert depth(data) == deep(tree) or deep(tree) <= depth(data) <= MESSAGE_DEPTH_MAX


def test_an_answer_is_tagged() -> None:
    assert encode(Ack(id="a-1", ts=5)) == b'{"t":"ack","id":"a-1","ts":5,"d":{}}'
