"""The guide and the schema say what the code does."""

import re
from pathlib import Path

import msgspec
import pytest

from cardroom.room.net import Net
from cardroom.server import limits
from cardroom.server.api.routes import STATUS
from cardroom.server.sockets.messages import CloseCode, Outgoing, decode
from tools.protocol_schema import FILE, EventBody, schema, text

ROOT = Path(__file__).parent.parent.parent.parent
GUIDE = (ROOT / "docs" / "guides" / "protocol.md").read_text(encoding="utf-8")


def examples(direction: str) -> list[bytes]:
    found = re.findall(rf"```json {direction}\n(.*?)```", GUIDE, flags=re.DOTALL)
    return [example.encode() for example in found]


def test_the_schema_in_the_docs_is_the_one_the_code_makes() -> None:
    assert (ROOT / FILE).read_text(encoding="utf-8") == text(), "run 'make schema'"


def test_the_schema_is_small_and_complete() -> None:
    made = schema()
    assert len(text()) < 144 * 1024
    named = {part["$ref"].split("/")[-1] for part in made["incoming"]["anyOf"]}
    assert {"Act", "Hello", "Sit", "Chat", "Report", "Subscribe", "Ping", "Bye"} <= named
    assert named <= set(made["$defs"])
    act = made["$defs"]["Act"]
    assert act["additionalProperties"] is False
    assert act["properties"]["to"]["maximum"] == 2**53


def test_every_number_a_client_may_send_is_bounded() -> None:
    made = schema()
    seen = 0
    for part in made["incoming"]["anyOf"]:
        definition = made["$defs"][part["$ref"].split("/")[-1]]
        assert definition["additionalProperties"] is False
        for field in definition["properties"].values():
            for shape in (field, field.get("items", {}), *field.get("anyOf", ())):
                if shape.get("type") == "integer":
                    assert 0 <= shape["minimum"] <= shape["maximum"] <= 2**53
                    seen += 1
                if shape.get("type") == "string":
                    assert "maxLength" in shape or "enum" in shape
    assert seen > 10


@pytest.mark.parametrize("example", examples("in"))
def test_every_message_to_the_server_in_the_guide_is_understood(example: bytes) -> None:
    assert decode(example)


@pytest.mark.parametrize("example", examples("out"))
def test_every_message_of_the_server_in_the_guide_has_its_form(example: bytes) -> None:
    message = msgspec.json.decode(example, type=Outgoing)
    written = msgspec.json.decode(msgspec.json.encode(message))
    assert set(msgspec.json.decode(example)) <= set(written)


def test_the_events_of_the_guide_are_events() -> None:
    found = [one for one in examples("out") if b'"event"' in one]
    assert found
    for example in found:
        assert msgspec.convert(msgspec.json.decode(example)["d"], type=EventBody)


def test_the_guide_names_every_network_rule_with_its_status() -> None:
    rows = re.findall(r"^\| (NET-\d\d) \|.*\| (\d*) ?\|$", GUIDE, flags=re.MULTILINE)
    expected = {rule.value: "" if rule is Net.HELLO else str(STATUS.get(rule, 409)) for rule in Net}
    assert dict(rows) == expected


def test_the_guide_names_every_close_code() -> None:
    rows = re.findall(r"^\| (\d{4}) \| (\w+) \|", GUIDE, flags=re.MULTILINE)
    assert dict(rows) == {str(code.value): code.name.lower() for code in CloseCode}


def test_the_guide_names_the_limits() -> None:
    section = GUIDE.partition("## Limits")[2].partition("## ")[0]
    for number in (
        limits.MESSAGE_BYTES_MAX, limits.MESSAGE_DEPTH_MAX, limits.MESSAGES_PER_S,
        limits.MESSAGES_BURST, limits.CHAT_EVERY_MS, limits.CHAT_BURST, limits.SUBSCRIPTIONS_MAX,
        limits.REQUESTS_WAITING_MAX, limits.SOCKETS_PER_ACCOUNT, limits.OUTBOX_BYTES_MAX // 1024,
    ):  # fmt: skip
        assert re.search(rf"\b{number}\b", section), number
