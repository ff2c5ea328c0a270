"""`python -m bench.shuffle`. Its processes find what they run by name, and in no `__main__`."""

import sys

from bench.shuffle.counting import main

if __name__ == "__main__":
    sys.exit(main())
