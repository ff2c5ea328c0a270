"""How the server's memory is looked after: by counting references, hardly ever by searching.

A full search for cycles stops every table: with 3,000 players for half a second, four times a
minute, and finds nothing. Neither playing nor coming and going leaves cycles behind
(`tests/server/test_memory.py`).
"""

import gc

NEW_OBJECTS_MAX = 20_000
"""So many more objects than before, and the newest are searched, which takes two milliseconds."""
SEARCHES_OF_NEW = 50
SEARCHES_OF_MIDDLE_AGED = 100


def spare_full_collections() -> None:
    """Leave alone what the start has made, and search the rest seldom; the oldest hardly ever."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS_MAX, SEARCHES_OF_NEW, SEARCHES_OF_MIDDLE_AGED)
