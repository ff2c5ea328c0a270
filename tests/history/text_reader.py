"""A second opinion on the text: reads it line by line and adds up the stacks, as a tracker does.

It knows the format only, nothing of our engine: amounts are cents or chips, names are as written.
"""

import re
from dataclasses import dataclass, field

SEAT = re.compile(r"Seat (\d+): (.+) \((\D?)([\d.]+) in chips\)")
STAKES = re.compile(r"\(\D?([\d.]+)/\D?([\d.]+)(?: [A-Z]{3})?\)")
ACT = re.compile(
    r"(.+): (posts (?:small blind|big blind|small & big blinds|straddle|the ante)|folds|checks"
    r"|calls|bets|raises)(?: \D?([\d.]+))?(?: to \D?([\d.]+))?( and is all-in)?"
)
COLLECTED = re.compile(r"(.+) collected \D?([\d.]+) from (pot|main pot|side pot(?:-\d+)?)")
RETURNED = re.compile(r"Uncalled bet \(\D?([\d.]+)\) returned to (.+)")
TOTAL = re.compile(r"Total pot \D?([\d.]+)(.*) \| Rake \D?([\d.]+)")
PART = re.compile(r"(?:Main pot|Side pot(?:-\d+)?) \D?([\d.]+)\.")
SUMMARY = re.compile(
    r"Seat (\d+): (?P<name>.+?)(?: \((?:button|small blind|big blind)\))* "
    r"(?:folded before Flop(?: \(didn't bet\))?|folded on the (?:Flop|Turn|River)|mucked"
    r"|collected \(\D?(?P<collected>[\d.]+)\)"
    r"|showed \[.+\] and (?:lost|won \(\D?(?P<won>[\d.]+)\))(?: with .+)?)"
)


@dataclass
class Read:
    """What the text says, and the stacks that follow from it."""

    money: bool
    stacks: dict[str, int] = field(default_factory=dict)
    bets: dict[str, int] = field(default_factory=dict)
    all_in: set[str] = field(default_factory=set)
    won: dict[str, int] = field(default_factory=dict)
    dealt: dict[str, str] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    current: int = 0
    collected: int = 0
    put: int = 0
    total: int = 0
    rake: int = 0
    parts: tuple[int, ...] = ()
    pots: set[str] = field(default_factory=set)
    summary: dict[str, int] = field(default_factory=dict)

    def amount(self, text: str) -> int:
        """Cents of `0.05` and `5`; chips as they are."""
        whole, _, cents = text.partition(".")
        if not self.money:
            assert not cents, f"half a chip: {text}"
            return int(whole)
        assert len(cents) in (0, 2), f"not in cents: {text}"
        return int(whole) * 100 + int(cents or 0)


def read_text(text: str) -> Read:
    """Read one hand; a line that the format does not know is an error."""
    head, _, summary = text.partition("*** SUMMARY ***\n")
    first, table, *lines = head.splitlines()
    assert re.match(r"PokerStars Hand #\d+: ", first), first
    assert re.fullmatch(r"Table '[^']+' \d+-max( \(Play Money\))? Seat #\d+ is the button", table)
    read = Read(money="Tournament" not in first and re.search(r"\(\d+/\d+\)", first) is None)
    small_blinds = re.findall(r"Seat \d+: (.+?)(?: \(button\))? \(small blind\)", summary)
    stakes = STAKES.search(first)
    assert stakes is not None
    big_blind = read.amount(stakes[1] if "Hold'em Limit" in first else stakes[2])
    for line in lines:
        _read_line(read, line, big_blind, small_blinds)
    for line in summary.splitlines():
        _read_summary(read, line)
    return read


def _read_line(read: Read, line: str, big_blind: int, small_blinds: list[str]) -> None:
    if seat := SEAT.fullmatch(line):
        read.stacks[seat[2]] = read.amount(seat[4])
        read.bets[seat[2]] = 0
    elif dealt := re.fullmatch(r"Dealt to (.+) \[(.+)\]", line):
        read.dealt[dealt[1]] = dealt[2]
    elif line == "*** HOLE CARDS ***":
        read.current = max(read.current, big_blind if read.current else 0)
    elif re.fullmatch(r"\*\*\* (FLOP|TURN|RIVER) \*\*\*( \[.+\])? \[.+\]", line):
        read.bets = dict.fromkeys(read.bets, 0)
        read.current = 0
    elif shown := re.fullmatch(r"(.+): shows \[(.+?)\](?: \(.+\))?", line):
        read.shown[shown[1]] = shown[2]
    elif returned := RETURNED.fullmatch(line):
        _pay(read, returned[2], -read.amount(returned[1]))
    elif collected := COLLECTED.fullmatch(line):
        amount = read.amount(collected[2])
        read.stacks[collected[1]] += amount
        read.won[collected[1]] = read.won.get(collected[1], 0) + amount
        read.collected += amount
        read.pots.add(collected[3])
    elif act := ACT.fullmatch(line):
        _read_act(read, act, big_blind, small_blinds)
    else:
        assert line == "*** SHOW DOWN ***" or re.fullmatch(
            r".+: (mucks hand|doesn't show hand)", line
        ), line


def _read_act(read: Read, act: re.Match[str], big_blind: int, small_blinds: list[str]) -> None:
    name, verb, first, second, all_in = act.groups()
    by = read.amount(first) if first else 0
    live = by
    match verb:
        case "raises":
            to = read.amount(second)
            # It says what lies above the highest bet, or above a big blind that was posted short.
            assert to - by in (read.current, max(read.bets.values())), act[0]
            by = live = to - read.bets[name]
        case "posts the ante":
            live = 0
        case "posts small & big blinds":
            live = big_blind
        case "posts small blind":
            # Only the first one of the small blind counts as a bet; any other is dead money.
            live = by if name in small_blinds else 0
            small_blinds[:] = [other for other in small_blinds if other != name]
    _pay(read, name, by)
    read.bets[name] += live
    read.current = max(read.current, read.bets[name])
    assert (read.stacks[name] == 0 and by > 0) == bool(all_in), act[0]


def _pay(read: Read, name: str, by: int) -> None:
    read.stacks[name] -= by
    read.put += by
    assert read.stacks[name] >= 0, f"{name} pays more than there is"


def _read_summary(read: Read, line: str) -> None:
    if total := TOTAL.fullmatch(line):
        read.total, read.rake = read.amount(total[1]), read.amount(total[3])
        read.parts = tuple(read.amount(part) for part in PART.findall(total[2]))
    elif not re.fullmatch(r"Board \[.+\]", line):
        seat = SUMMARY.fullmatch(line)
        assert seat is not None, line
        won = seat["collected"] or seat["won"]
        read.summary[seat["name"]] = read.amount(won) if won else 0
