"""What players have with them at the table."""

import pytest

from cardroom.floor.rulings.devices import DeviceUsed
from tests.floor.rulings.asking import ask, house
from tests.rule import rule


@rule("LIVE-5.p1")
@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (DeviceUsed(thing="device"), "device_on_table"),
        (DeviceUsed(thing="device", where="beside", in_hand=True), "device_in_hand"),
        (DeviceUsed(thing="device", where="beside", disturbs=True), "device_disturbs"),
        (DeviceUsed(thing="phone_call", where="beside"), "device_call"),
    ],
)
def test_devices_are_used_only_beside_the_table_between_hands(
    facts: DeviceUsed, reason: str
) -> None:
    ruling = ask(facts)
    assert (ruling.decision, ruling.reason) == ("refused", reason)
    assert ruling.penalty_hint == "DEVICE"
    beside = ask(DeviceUsed(thing="device", where="beside"))
    assert (beside.decision, beside.penalty_hint) == ("allowed", None)


@rule("LIVE-5.p1", "LIVE-10")
def test_the_floor_may_declare_the_hand_of_whoever_uses_a_device_invalid() -> None:
    ruling = ask(DeviceUsed(thing="device", in_hand=True))
    assert (ruling.hand_status, ruling.needs_floor) == ("live", True)
    assert [option.hand_status for option in ruling.options] == ["live", "dead"]
    assert ask(DeviceUsed(thing="device")).options == ()


@rule("LAMB-49")
def test_headphones_are_not_allowed_beside_the_table_either_unless_the_house_allows_them() -> None:
    beside = DeviceUsed(thing="headphones", where="beside")
    ruling = ask(beside)
    assert (ruling.decision, ruling.reason) == ("refused", "device_headphones")
    assert "LAMB-49" in ruling.rule_ids
    free = house("conduct", headphones_allowed=True)
    assert ask(beside, free).decision == "allowed"
    assert ask(DeviceUsed(thing="headphones"), free).reason == "device_on_table"
