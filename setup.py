"""Compile the hot modules when a C compiler is there; stay pure Python when not.

An editable install stays pure, so that an old compiled module never shadows an edited file.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import setup

# Modules without msgspec structs: mypyc silently drops their `frozen=` and `tag=`.
HOT_MODULES: list[str] = [
    "src/cardroom/cash/cashier.py",
    "src/cardroom/cash/dealing.py",
    "src/cardroom/cash/hall.py",
    "src/cardroom/cash/listed.py",
    "src/cardroom/cash/lobby.py",
    "src/cardroom/cash/occupant.py",
    "src/cardroom/cash/reception.py",
    "src/cardroom/cash/seats.py",
    "src/cardroom/cash/state.py",
    "src/cardroom/cash/table.py",
    "src/cardroom/cash/upkeep.py",
    "src/cardroom/engine/action_clock.py",
    "src/cardroom/engine/betting.py",
    "src/cardroom/engine/clock_terms.py",
    "src/cardroom/engine/course.py",
    "src/cardroom/engine/hand.py",
    "src/cardroom/engine/pots.py",
    "src/cardroom/engine/rank_tables.py",
    "src/cardroom/engine/ranking.py",
    "src/cardroom/engine/refusals.py",
    "src/cardroom/engine/runouts.py",
    "src/cardroom/engine/showdown.py",
    "src/cardroom/engine/starting.py",
    "src/cardroom/engine/state.py",
    "src/cardroom/engine/timebank.py",
    "src/cardroom/ledger/accounts.py",
    "src/cardroom/ledger/books.py",
    "src/cardroom/ledger/hashing.py",
    "src/cardroom/ledger/keys.py",
    "src/cardroom/ledger/ledger.py",
    "src/cardroom/ledger/settling.py",
    "src/cardroom/ledger/verifying.py",
]


def extensions() -> list[object]:
    """What to compile: nothing when asked for pure Python, when editable, or without a compiler."""
    wanted = os.environ.get("CARDROOM_PURE") != "1" and "editable_wheel" not in sys.argv
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    modules = [name for name in HOT_MODULES if Path(name).exists()]
    if not (wanted and compiler and modules):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    compiled = mypycify(["--strict", *modules], opt_level="3")
    for extension in compiled:
        extension.optional = True
        # Nobody replaces their functions at run time: let the compiler inline them.
        extension.extra_compile_args.append("-fno-semantic-interposition")
    return list(compiled)


setup(ext_modules=extensions())
