"""Who can win what: uncalled bets, main and side pots, the rake on them, and equal shares."""

from cardroom.engine.betting import NOBODY
from cardroom.engine.events import Rake


def uncalled(totals: list[int]) -> tuple[int, int]:
    """The place with the single highest total and what nobody matched of it (AMB-50)."""
    highest = 0
    second = 0
    owner = NOBODY
    for place in range(len(totals)):
        total = totals[place]
        if total > highest:
            second = highest
            highest = total
            owner = place
        elif total > second:
            second = total
    if highest == second:
        return NOBODY, 0
    return owner, highest - second


def layers(totals: list[int], folded: list[bool], dead: int) -> tuple[list[int], list[list[int]]]:
    """The amounts of the pots, main pot first, and the places that can win each (POT-01, AMB-51).

    There is a layer for every distinct total of a live player. Folded chips fall into the layers
    they reach, what is above into the top pot, dead money into the main pot (LIVE-16.1, LAMB-06).
    """
    levels = _levels(totals, folded)
    if len(levels) == 1:
        return [dead + sum(totals)], [_reaching(totals, folded, levels[0])]
    amounts: list[int] = []
    winners: list[list[int]] = []
    below = 0
    carried = dead
    for level in levels:
        amount = carried
        for total in totals:
            if total > below:
                amount += (min(level, total)) - below
        if amount > 0:
            amounts.append(amount)
            winners.append(_reaching(totals, folded, level))
            carried = 0
        below = level
    amounts[-1] += sum([total - below for total in totals if total > below])
    return amounts, winners


def _levels(totals: list[int], folded: list[bool]) -> list[int]:
    levels: list[int] = []
    last = NOBODY
    for place in range(len(totals)):
        total = totals[place]
        if not folded[place] and total != last and total not in levels:
            levels.append(total)
            last = total
    levels.sort()
    return levels


def _reaching(totals: list[int], folded: list[bool], level: int) -> list[int]:
    return [p for p in range(len(totals)) if not folded[p] and totals[p] >= level]


def rake_of(amounts: list[int], rake: Rake) -> list[int]:
    """One rake on the sum of all pots, charged to them by size (RAKE-06, AMB-52, AMB-53, AMB-54).

    Half a cent rounds up, then the cap holds, then the minimum. What does not divide goes to the
    pots with the largest remainders, the earlier pot first.
    """
    base = sum(amounts)
    permille: int = rake.permille
    cap: int = rake.cap
    minimum: int = rake.minimum
    fee = min(base, max(minimum, min(cap, (base * permille + 500) // 1000)))
    charged = [amount * fee // base for amount in amounts]
    remainders = [amount * fee % base for amount in amounts]
    for _ in range(fee - sum(charged)):
        largest = remainders.index(max(remainders))
        charged[largest] += 1
        remainders[largest] = -1
    return charged


def shares(amount: int, winners: int, unit: int, *, one_each: bool) -> list[int]:
    """Share a pot among `winners`, the first clockwise from the button first (POT-04, POT-05).

    Chips that do not divide go one `unit` each from the worst position on, or all to the worst
    (LIVE-20, LAMB-09..11). What is less than a unit stays with the worst position.
    """
    units = amount // unit
    odd = units % winners
    parts = [units // winners * unit] * winners
    parts[0] += amount % unit
    if one_each:
        for place in range(odd):
            parts[place] += unit
    else:
        parts[0] += odd * unit
    return parts
