"""Button and blinds of the next cash hand, and who is dealt in (CASH-07 to CASH-14)."""

from cardroom.cash.occupant import Occupant
from cardroom.cash.positions import HandPositions
from cardroom.engine.starting import clockwise
from cardroom.ledger import PlayerId
from cardroom.units import Seat

ENTERING = ("posting", "returning")
"""Who is let in, unless the button has passed and the big blind has yet to come (CASH-14)."""


def first_deal(ready: list[Occupant], button: Seat) -> HandPositions:
    """A table without a past deals everyone in; the button falls by chance (CASH-08, AMB-37)."""
    players = {occupant.seat: occupant.player for occupant in ready}
    after = clockwise(list(players), button)
    heads_up = len(players) == 2
    return HandPositions(
        button=button,
        small_blind=button if heads_up else after[0],
        big_blind=after[0] if heads_up else after[1],
        dealt_in=players,
    )


def next_deal(last: HandPositions, ready: list[Occupant]) -> HandPositions:
    """The hand after `last`, for two or more who are `ready`, in the order of their seats."""
    around = clockwise([occupant.seat for occupant in ready], last.big_blind - 1)
    moves_on = around[0] == last.big_blind
    big_blind = around[1] if moves_on else around[0]
    certain: dict[Seat, PlayerId] = {}
    entering: dict[Seat, PlayerId] = {}
    posting: list[Seat] = []
    for occupant in ready:
        seat, standing = occupant.seat, occupant.standing
        if standing == "playing" or seat == big_blind:
            certain[seat] = occupant.player
        elif standing in ENTERING:
            entering[seat] = occupant.player
            if standing == "posting":
                posting.append(seat)
    if len(certain) + len(entering) - len(posting) < 2:
        return _fresh_start(ready, big_blind)
    small_blind = _small_blind(last, certain, big_blind)
    button = _button(last, certain, entering, (small_blind, big_blind), around)
    if button is None:
        return _heads_up(certain, big_blind)
    admitted = [seat for seat in entering if not is_between(seat, button, big_blind)]
    dealt_in = certain
    if admitted:
        certain.update({seat: entering[seat] for seat in admitted})
        dealt_in = dict(sorted(certain.items()))
    if len(dealt_in) == 2:
        return _heads_up(dealt_in, big_blind)
    return HandPositions(
        button=button,
        small_blind=small_blind,
        big_blind=big_blind,
        dealt_in=dealt_in,
        posts=tuple([seat for seat in posting if seat in admitted]),
    )


def _fresh_start(ready: list[Occupant], big_blind: Seat) -> HandPositions:
    """Only the big blind is in the game, so everybody joins as at a new table (AMB-71).

    The big blind stays where it is due (CASH-09), and nobody posts to enter but who missed a blind.
    Who missed one and does not post goes on waiting; if that leaves nobody else, the big blind goes
    to the first of them instead.
    """
    players: dict[Seat, PlayerId] = {}
    owing: list[Seat] = []
    for occupant in ready:
        seat = occupant.seat
        owes = occupant.missed_blind and seat != big_blind
        if owes:
            owing.append(seat)
        if not owes or occupant.standing == "posting":
            players[seat] = occupant.player
    if len(players) == 1:
        first = clockwise(owing, big_blind)[0]
        players[first] = next(one.player for one in ready if one.seat == first)
        return _heads_up(dict(sorted(players.items())), first)
    if len(players) == 2:
        return _heads_up(players, big_blind)
    button, small_blind = clockwise(list(players), big_blind)[-3:-1]
    return HandPositions(
        button=button,
        small_blind=small_blind,
        big_blind=big_blind,
        dealt_in=players,
        posts=tuple([one for one in owing if one in players and one != small_blind]),
    )


def is_between(seat: Seat, start: Seat, end: Seat) -> bool:
    """Whether `seat` lies strictly between two seats, going clockwise from `start`."""
    if start < end:
        return start < seat < end
    return seat > start or seat < end


def _small_blind(
    last: HandPositions, certain: dict[Seat, PlayerId], big_blind: Seat
) -> Seat | None:
    """Last hand's big blind, if the same person is dealt in; else nobody (CASH-10, AMB-32)."""
    seat = last.big_blind
    same_person = certain.get(seat) == last.dealt_in[seat]
    return seat if same_person and seat != big_blind else None


def _button(
    last: HandPositions,
    certain: dict[Seat, PlayerId],
    entering: dict[Seat, PlayerId],
    blinds: tuple[Seat | None, Seat],
    around: list[Seat],
) -> Seat | None:
    """Counter-clockwise from the last big blind: a player of both hands, else any (AMB-33)."""
    nearest: Seat | None = None
    for seat in reversed(around):
        if seat in blinds:
            continue
        if seat in certain and certain[seat] == last.dealt_in.get(seat):
            return seat
        if nearest is None and (seat in certain or seat in entering):
            nearest = seat
    return nearest


def _heads_up(dealt_in: dict[Seat, PlayerId], big_blind: Seat) -> HandPositions:
    """Two players: the other one has the button and posts the small blind (CASH-12, AMB-34).

    That is all they pay, also when they asked to post a big blind out of position (AMB-72).
    """
    other = next(seat for seat in dealt_in if seat != big_blind)
    return HandPositions(button=other, small_blind=other, big_blind=big_blind, dealt_in=dealt_in)
