"""Compile the hot modules when a C compiler is there; stay pure Python when not.

An editable install stays pure, so that an old compiled module never shadows an edited file.
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from sysconfig import get_config_var, get_path
from tempfile import TemporaryDirectory

from setuptools import setup

# Modules without msgspec structs: mypyc silently drops their `frozen=` and `tag=`.
HOT_MODULES: list[str] = [
    "src/cardroom/cash/cashier.py",
    "src/cardroom/cash/dealing.py",
    "src/cardroom/cash/desk_commands.py",
    "src/cardroom/cash/desk_reports.py",
    "src/cardroom/cash/lobby/in_step.py",
    "src/cardroom/cash/lobby/lobby.py",
    "src/cardroom/cash/lobby/lobby_player.py",
    "src/cardroom/cash/lobby/lobby_table.py",
    "src/cardroom/cash/lobby/lobby_tables.py",
    "src/cardroom/cash/lobby/queues.py",
    "src/cardroom/cash/lobby/seat_offers.py",
    "src/cardroom/cash/lobby/table_reports.py",
    "src/cardroom/cash/occupant.py",
    "src/cardroom/cash/seat_orders.py",
    "src/cardroom/cash/seats.py",
    "src/cardroom/cash/state.py",
    "src/cardroom/cash/table.py",
    "src/cardroom/cash/table_desk.py",
    "src/cardroom/engine/action_clock.py",
    "src/cardroom/engine/betting.py",
    "src/cardroom/engine/clock_terms.py",
    "src/cardroom/engine/dealer.py",
    "src/cardroom/engine/hand.py",
    "src/cardroom/engine/pots.py",
    "src/cardroom/engine/refusals.py",
    "src/cardroom/engine/showdown.py",
    "src/cardroom/engine/starting.py",
    "src/cardroom/engine/state.py",
    "src/cardroom/engine/timebank.py",
    "src/cardroom/integrity/actor_spots.py",
    "src/cardroom/integrity/detectors/any_change.py",
    "src/cardroom/integrity/detectors/episodes.py",
    "src/cardroom/integrity/detectors/hidden_information.py",
    "src/cardroom/integrity/detectors/relational.py",
    "src/cardroom/integrity/detectors/superusers.py",
    "src/cardroom/integrity/detectors/value_transfer.py",
    "src/cardroom/integrity/equities.py",
    "src/cardroom/integrity/exchanged_sums.py",
    "src/cardroom/integrity/impacts.py",
    "src/cardroom/integrity/meetings.py",
    "src/cardroom/integrity/p_values.py",
    "src/cardroom/integrity/policies.py",
    "src/cardroom/integrity/reading.py",
    "src/cardroom/integrity/spots.py",
    "src/cardroom/odds/many_hands.py",
    "src/cardroom/odds/rank_tables.py",
    "src/cardroom/odds/ranking.py",
    "src/cardroom/odds/runouts.py",
    "src/cardroom/ledger/accounts.py",
    "src/cardroom/ledger/books.py",
    "src/cardroom/ledger/hashing.py",
    "src/cardroom/ledger/keys.py",
    "src/cardroom/ledger/ledger.py",
    "src/cardroom/ledger/settling.py",
    "src/cardroom/ledger/verifying.py",
    "src/cardroom/rl/observations.py",
    "src/cardroom/rl/turns.py",
    "src/cardroom/simulation/population/colluding.py",
    "src/cardroom/simulation/population/deciding.py",
    "src/cardroom/simulation/population/hand_play.py",
]


PROBE = "#include <Python.h>\nint main(void) { return 0; }\n"


def extensions() -> list[object]:
    """What to compile: nothing when asked for pure Python, when editable, or without a compiler."""
    missing = [name for name in HOT_MODULES if not Path(name).is_file()]
    if missing:
        raise SystemExit(f"setup.py lists modules that do not exist: {', '.join(missing)}.")
    wanted = os.environ.get("CARDROOM_PURE") != "1" and "editable_wheel" not in sys.argv
    if not wanted or not compiler_works():
        return []
    from mypyc.build import mypycify

    # Errors in modules that are only imported are not ours to report here: numpy may be missing.
    options = ["--strict", "--follow-imports=silent"]
    compiled = mypycify([*options, *HOT_MODULES], opt_level="3")
    for extension in compiled:
        # Nobody replaces their functions at run time: let the compiler inline them.
        # Debugging symbols would double the size and the time.
        extension.extra_compile_args += ["-fno-semantic-interposition", "-g0"]
    return list(compiled)


def compiler_works() -> bool:
    """Whether there is a C compiler that finds Python's headers; if not, say what follows."""
    names = shlex.split(os.environ.get("CC") or get_config_var("CC") or "cc")
    program = shutil.which(names[0])
    if program is None:
        print(f"No C compiler {names[0]}: the wheel stays pure Python, which is slower.")
        return False
    with TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text(PROBE, encoding="ascii")
        command = [program, *names[1:], f"-I{get_path('include')}", "-c", str(source)]
        tried = subprocess.run([*command, "-o", os.devnull], capture_output=True, check=False)
    if tried.returncode:
        print(f"{program} cannot compile for Python (are its headers missing?): staying pure.")
    return tried.returncode == 0


setup(ext_modules=extensions())
