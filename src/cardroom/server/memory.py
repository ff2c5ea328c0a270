"""How the server's memory is looked after: by counting references, hardly ever by searching.

A full search for cycles stops every table: with 3,000 players for half a second, several times a
minute, and finds nothing. Neither playing nor coming and going leaves cycles behind
(`tests/server/test_memory.py`).
"""

import gc

NEW_OBJECTS_MAX = 2_000
"""After this many new objects the newest are searched, which takes about a millisecond. An object
that stays is searched twice, however many are searched at a time; with 10,000, the survivors of
five searches stopped every table of a large tournament for up to 50 ms."""
SEARCHES_OF_NEW = 5
"""After this many of these the survivors are searched too, once; then they count as old."""
SEARCHES_OF_SURVIVORS = 50_000


def spare_full_collections() -> None:
    """Leave alone what the start has made, and search the rest seldom; the oldest hardly ever."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS_MAX, SEARCHES_OF_NEW, SEARCHES_OF_SURVIVORS)
