"""How the loop and the threads of the store share the interpreter."""

import sys

SWITCH_S = 0.001
"""How long a thread keeps the interpreter that the loop waits for; Python's own default is five
times as long. The loop lets go of it with every socket that it reads, so a thread that computes for
100 ms (2,000 refunds) would let only twenty sockets be read meanwhile."""


def let_the_loop_in() -> None:
    """Have threads hand the interpreter over soon to the loop, on which every table runs."""
    sys.setswitchinterval(SWITCH_S)
