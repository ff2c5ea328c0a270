"""Every other draw that matters: the HexaPro multiplier, seats, buttons, moves between tables.

One secret, one signed list, all seeds; the secret is opened at once. Secret and the seed source's
part follow from keys and from the question alone, so that a draw that a crash interrupts comes out
the same: nothing is ever drawn again.
"""
