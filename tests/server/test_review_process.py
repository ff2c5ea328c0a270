"""The process of a review lives as long as its room, and no longer."""

import subprocess
import sys

from tests.rule import rule

ENDS_S = 60
ROOM = """
import asyncio
from cardroom.integrity.judged_before import JudgedBefore
from cardroom.server.review_process import review_process

async def room():
    async with review_process(JudgedBefore()):
        print("a review is on", flush=True)
        await asyncio.sleep(3600)

asyncio.run(room())
"""


@rule("CRASH-01")
def test_a_review_ends_with_a_room_that_is_killed() -> None:
    room = subprocess.Popen([sys.executable, "-c", ROOM], stdout=subprocess.PIPE, text=True)
    assert room.stdout is not None
    assert room.stdout.readline() == "a review is on\n"
    room.kill()
    # Whoever reads what the room said gets to its end only when no process holds it open any more.
    said, _ = room.communicate(timeout=ENDS_S)
    assert said == ""
