"""Bugs at cash tables: positions, buy-ins, rake by players, rollbacks, sitting out."""

from tests.mutants.mutant import Mutant

CASH = ("cash",)
MUTANTS = (
    Mutant(
        "full cap short-handed", "three players pay the whole cap (RAKE-05)", "cash/rake.py",
        "cap=stake.short_handed_cap if short_handed else stake.rake_cap", "cap=stake.rake_cap",
        CASH,
    ),
    Mutant(
        "big blind skips players", "the big blind goes to the wrong seat (CASH-09)",
        "cash/dealing.py", "big_blind = around[1] if moves_on else around[0]",
        "big_blind = around[-1] if moves_on else around[0]", CASH,
    ),
    Mutant(
        "no small blind", "nobody posts it after the first hand (CASH-10)", "cash/dealing.py",
        "return seat if same_person and seat != big_blind else None", "return None", CASH,
    ),
    Mutant(
        "button the other way", "the button is found clockwise (CASH-11)", "cash/dealing.py",
        "    for seat in reversed(around):", "    for seat in around:", CASH,
    ),
    Mutant(
        "a cent stays on the table", "who leaves is paid too little (AMB-63)",
        "cash/table_desk.py",
        "event.player, event.stack, event.at_ms", "event.player, event.stack - 1, event.at_ms",
        CASH,
    ),
    Mutant(
        "top-up above the maximum", "stacks grow beyond the buy-in (AMB-40)", "cash/seats.py",
        "maximum = self.stake.max_buy_in - occupant.stack", "maximum = self.stake.max_buy_in",
        CASH,
    ),
    Mutant(
        "ratholing allowed", "the last stack need not be brought back (RAT-02)",
        "cash/ratholing.py", "same_table=True", "same_table=False", CASH,
    ),
    Mutant(
        "timebank lost in a rollback", "a void hand keeps the time it used (AMB-69)",
        "cash/occupant.py", "        occupant.bank.left_ms = self.bank_ms",
        "        occupant.bank.left_ms = occupant.bank.left_ms", CASH,
    ),
    Mutant(
        "no deal again", "a void hand loses its button and blinds (AMB-69)", "cash/state.py",
        "self.redeal, self.deal = self.deal, None", "self.redeal, self.deal = None, None", CASH,
    ),
    Mutant(
        "cards for who sits out", "players who sit out are dealt in (SIT-01)", "cash/occupant.py",
        "return self.out_since_ms is None and self.stack > 0 and self.leaving is None",
        "return self.stack > 0 and self.leaving is None", CASH,
    ),
    Mutant(
        "top-up without money", "nobody asks whether it is there (I2)", "cash/seats.py",
        '        if amount > balance:\n            raise SeatRefused("AMB-40", "not_enough_money"',
        '        if amount > 1 << 40:\n            raise SeatRefused("AMB-40", "not_enough_money"',
        CASH,
    ),
    Mutant(
        "newcomers post nothing", "who posts is dealt in for free (CASH-14)", "cash/dealing.py",
        "posts=tuple([seat for seat in posting if seat in admitted]),", "posts=(),", CASH,
    ),
    Mutant(
        "full timebank after a restart", "a restart refills every bank (AMB-69)",
        "cash/records.py", "left_ms=record.bank_ms, hands=record.bank_hands", "hands=0",
        ("room/cash/test_restoring.py", "room/cash"),
    ),
)  # fmt: skip
