"""Bugs in the ledger, the store and the orders to the cashier."""

from tests.mutants.mutant import Mutant

LEDGER = ("ledger", "store/test_store.py", "store/test_guards.py")
ORDERS = ("store/house/test_orders.py", "store/house/test_order_races.py", "server/test_orders.py")
MUTANTS = (
    Mutant(
        "rake never booked", "the rake's side of a hand is missing (I6)", "ledger/settling.py",
        "    if rake:\n        sides.append", "    if rake < 0:\n        sides.append", LEDGER,
    ),
    Mutant(
        "former owners may write", "a dead process still pays hands (CRASH-01)", "store/daybook.py",
        "if claim.epoch != present:", "if claim.epoch > present:", ("store/test_store.py",),
    ),
    Mutant(
        "stacks are not compared", "a hand may leave other stacks than the escrow (I5)",
        "store/daybook.py", "            if has != stack:", "            if has < 0:",
        ("store/test_store.py",),
    ),
    Mutant(
        "one order too many", "six open orders of one player", "store/house/orders.py",
        "        if waiting >= maximum:", "        if waiting > maximum:", ORDERS,
    ),
    Mutant(
        "closed both ways", "a refused order is paid after all (I11)", "store/house/orders.py",
        'if order.outcome not in {"pending", answered["outcome"]}:', "if order.outcome is None:",
        ORDERS,
    ),
    Mutant(
        "a closed order is told", "the cashier hears of an order that is closed (I11)",
        "store/house/orders.py", 'if order.outcome != "pending" or order.parked or order.told_ms:',
        "if order.parked or order.told_ms:", ORDERS,
    ),
    Mutant(
        "decided over the cashier", "closed by hand while the cashier has it",
        "store/house/orders.py",
        "            if by_hand:\n", "            if by_hand is None:\n", ORDERS,
    ),
    Mutant(
        "never set aside", "a withdrawal stays spendable", "store/house/orders.py",
        "yield from self._move(opening(order), post)", "yield from ()", ORDERS,
    ),
    Mutant(
        "never credited", "the cashier's word moves nothing", "store/house/orders.py",
        "yield from self._move(closing(order), post)", "yield from ()", ORDERS,
    ),
    Mutant(
        "an order again is a new one", "the same reference is opened twice",
        "store/house/orders.py",
        "        if known:\n            return known[0]\n        ((waiting",
        "        if len(known) > 1:\n            return known[0]\n        ((waiting",
        ORDERS,
    ),
)  # fmt: skip
