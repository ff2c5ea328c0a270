"""How the server's memory is looked after: by counting references, hardly ever by searching.

A full search for cycles stops every table: with 3,000 players for half a second, several times a
minute, and finds nothing. Neither playing nor coming and going leaves cycles behind
(`tests/server/test_memory.py`).
"""

import gc

NEW_OBJECTS_MAX = 10_000
"""After this many new objects the newest are searched, which takes some milliseconds."""
SEARCHES_OF_NEW = 5
"""After this many of these the survivors are searched too, once; then they count as old."""
SEARCHES_OF_SURVIVORS = 10_000


def spare_full_collections() -> None:
    """Leave alone what the start has made, and search the rest seldom; the oldest hardly ever."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS_MAX, SEARCHES_OF_NEW, SEARCHES_OF_SURVIVORS)
