"""A recorded session is played again: what clients were sent then, they are sent now."""

import msgspec

from cardroom.server.sockets.messages import Outgoing
from tests.room.virtual import run
from tests.server.recording import Session, read, replayed_policy

HOW = "the protocol has changed: `python -m tests.server.recording`, and read the diff"


def test_a_recorded_session_gets_the_same_answers_and_events() -> None:
    async def story() -> list[dict[str, object]]:
        return await Session().play(replayed_policy(read()))

    assert run(story()) == read(), HOW


def test_the_recording_holds_what_a_client_must_understand() -> None:
    lines = read()
    kinds = {line["out"]["t"] for line in lines if "out" in line}
    assert kinds == {"ack", "refused", "event", "snapshot", "turn", "sync:begin", "sync:end"}
    for line in lines:
        if "out" in line:
            assert msgspec.convert(line["out"], Outgoing)
    events = {line["out"]["d"]["type"] for line in lines if line.get("out", {}).get("t") == "event"}
    assert {"queued", "seat_offered", "seat_taken", "raised", "called", "checked", "board_dealt",
            "clock_started", "chat_said", "pot_awarded", "places_changed"} <= events  # fmt: skip


def test_nobody_was_sent_anothers_cards_before_they_were_shown() -> None:
    lines = [line for line in read() if "out" in line]
    snapshots = [line for line in lines if line["out"]["t"] == "snapshot"]
    at_table = [line for line in snapshots if line["out"]["ch"].startswith("table:")]
    assert len(at_table) == 3
    for line in at_table:
        seats = line["out"]["d"]["hand"]["seats"]
        seen = [seat["hole"] for seat in seats if seat["hole"] and seat["hole"][0] >= 0]
        assert len(seen) == 1
