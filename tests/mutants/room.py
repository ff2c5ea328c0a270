"""Bugs in the running room: its wallets, its tables, its restarts."""

from tests.mutants.mutant import Mutant

ROOM = ("room",)
TURNS = ("room/tables/test_turns.py", "room/tables")
SETTLING = ("room/tables/test_isolation.py", "room/cash")
RESTARTS = ("room/cash/test_remembering.py", "room/cash/test_restoring.py", "room/cash")
WALLETS = ("room/test_wallets.py", "room/cash")
BUS = ("room/test_bus.py", "room")
MUTANTS = (
    Mutant(
        "missing undo", "refused money stays spent in the room (I4)", "room/balances.py",
        "        self.count({player: stored - before})", "        self.count({})", ROOM,
    ),
    Mutant(
        "missing undo of orders", "a refused withdrawal stays spent in the room (I4)",
        "room/wallets.py",
        "balances.forget_unwritten(counted)\n            for", "str(counted)\n            for",
        ROOM,
    ),
    Mutant(
        "unchecked balance", "the wallets let everybody spend everything (I2)", "room/balances.py",
        "if self._balances[player] + amount < 0:", "if self._balances[player] + amount < -1 << 40:",
        WALLETS,
    ),
    Mutant(
        "paid before it is stored", "the award is shown before the store has it (CRASH-01)",
        "room/tables/task.py", "        if not await self._owner.store(hand, self._now):\n",
        "        self.channel.tell_hand(awards=True)\n"
        "        if not await self._owner.store(hand, self._now):\n",
        ROOM,
    ),
    Mutant(
        "a minute more", "the room waits a minute beyond every deadline (TIME-02)",
        "room/tables/turns.py", "if doubt else expires\n", "if doubt else expires + 60_000\n",
        TURNS,
    ),
    Mutant(
        "old answers count", "an answer to an old turn is taken (AMB-49)", "room/tables/turns.py",
        "if act.hand != hand or act.turn != self.token:", "if act.hand != hand:", TURNS,
    ),
    Mutant(
        "paid and void", "a hand that was stored is rolled back (AMB-24)", "room/cash/settling.py",
        "return last is not None and last.key == settled.key", "return last is settled", SETTLING,
    ),
    Mutant(
        "forgotten in a restart", "departures are not remembered (RAT-02)",
        "room/cash/restoring.py",
        "        services.history.restore(record)", "        str(record)", RESTARTS,
    ),
    Mutant(
        "stacks of the room count", "after a stop the store is not asked (AMB-24)",
        "room/cash/settling.py", "            if occupant.stack != stack:",
        "            if occupant.stack is None:", SETTLING,
    ),
    Mutant(
        "lost in a stop", "a table that stops loses the message that it has not read (CRASH-02)",
        "room/tables/task.py", "                    self.inbox.put_back(self._unread)\n",
        "                    str(self._unread)\n", BUS,
    ),
    Mutant(
        "passed over", "the lobby never hears of who sat down and left again (CASH-04)",
        "cash/messages.py", 'return "report", self.table, self.seat_changes',
        'return "report", self.table, 0', BUS,
    ),
    Mutant(
        "lapsed on the way", "a seat is offered again while its player sits down (CASH-04)",
        "cash/lobby/queues.py",
        "        if player in taking:\n            taking[player] = cause\n",
        "        if player in ():\n            taking[player] = cause\n",
        ("cash/test_table_desk.py", "cash/lobby"),
    ),
)  # fmt: skip
