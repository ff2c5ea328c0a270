"""Threads that compute hand the interpreter over to the loop soon."""

import sys

from cardroom.server.threads import SWITCH_S, let_the_loop_in


def test_the_loop_waits_for_a_thread_a_millisecond_at_the_most() -> None:
    before = sys.getswitchinterval()
    try:
        let_the_loop_in()
        assert sys.getswitchinterval() == SWITCH_S <= 0.001
    finally:
        sys.setswitchinterval(before)
