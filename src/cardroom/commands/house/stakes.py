"""`cardroom admin stakes`, `add-stake`, `remove-stake`, `open`, `close`, `practice-players`,
`who-may-sit`, `reset-stake`."""

import argparse
from decimal import Decimal, InvalidOperation

from cardroom.commands.house.words import REASON, Answer, Deeds, Printed, Words
from cardroom.commands.refusals import moment
from cardroom.commands.room_client import RoomClient
from cardroom.errors import UsageError
from cardroom.rulebook.cash.stakes import read_stake

STAKES = "/api/admin/stakes"


async def _stakes(client: RoomClient, _args: argparse.Namespace) -> Answer:
    return dict(await client.get(STAKES))


async def _add_stake(client: RoomClient, args: argparse.Namespace) -> Answer:
    key = read_stake(args.stake)
    assert key is not None, "the command has read the stake already"
    wish = {"rake_permille": _permille(args.rake), "rake_cap": args.cap, "reason": args.reason}
    return dict(await client.post(f"{STAKES}/add", **key._asdict(), **wish))


async def _remove_stake(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "remove")


def _permille(percent: str) -> int:
    """A rake as people write it: 4.5 and 4.5% are 45 tenths of a percent."""
    try:
        tenths = Decimal(percent.removesuffix("%").strip()) * 10
    except InvalidOperation:
        tenths = Decimal(-1)
    if not 0 <= tenths <= 1000 or tenths != int(tenths):
        raise UsageError("--rake is a percentage from 0 to 100 with at most one decimal: 4.5")
    return int(tenths)


async def _open(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "open")


async def _close(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "close")


async def _practice_players(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "practice", players=args.players)


async def _who_may_sit(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "admission", admits=args.kinds)


async def _reset_stake(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "reset", setting=SETTINGS[args.setting])


async def _do(client: RoomClient, args: argparse.Namespace, deed: str, **more: object) -> Answer:
    path = f"{STAKES}/{deed}"
    return dict(await client.post(path, stake=args.stake, reason=args.reason, **more))


SETTINGS = {"practice-players": "practice", "who-may-sit": "admission"}
STAKE: Words = {
    "stake": {"metavar": "STAKE", "help": "game:format:small:big, such as nl-holdem:ordinary:5:10"}
}
DEEDS: Deeds = {
    "stakes": ("list the stakes, with their practice players and who may sit there", {}, _stakes),
    "add-stake": (
        "add a stake that the rules do not list; its seats and buy-ins follow from its format",
        {
            **STAKE,
            "--rake": {"required": True, "metavar": "PERCENT", "help": "such as 4.5"},
            "--cap": {
                "required": True, "type": int, "metavar": "CENTS",
                "help": "the most that the house takes from one hand",
            },
            **REASON,
        },
        _add_stake,
    ),
    "remove-stake": (
        "take away a stake that was added, once it is closed and its tables are gone",
        {**STAKE, **REASON},
        _remove_stake,
    ),
    "open": ("offer a stake and open a table at it", {**STAKE, **REASON}, _open),
    "close": (
        "stop offering a stake; its tables close after their hands", {**STAKE, **REASON}, _close,
    ),
    "practice-players": (
        "set how many practice players sit at a stake; those too many leave after their hand",
        {
            **STAKE,
            "players": {"type": int, "metavar": "PLAYERS", "help": "how many, 0 to 60"},
            **REASON,
        },
        _practice_players,
    ),
    "who-may-sit": (
        "set who may take new seats at a stake; who sits there stays",
        {
            **STAKE,
            "kinds": {
                "nargs": "+", "choices": ("person", "guest", "program"), "metavar": "KIND",
                "help": "person, guest, program",
            },
            **REASON,
        },
        _who_may_sit,
    ),
    "reset-stake": (
        "go back to what the room's file says about a stake",
        {**STAKE, "setting": {"choices": tuple(SETTINGS)}, **REASON},
        _reset_stake,
    ),
}  # fmt: skip
"""What each action is for, the words it takes, and how it is done."""


def _stake_rows(answer: Answer) -> list[Answer]:
    return [_row(one) for one in answer["stakes"]]


def _row(one: Answer) -> Answer:
    now = one["now"]
    return {
        "stake": one["stake"], "name": one["name"],
        "buy-in": f"{one['min_buy_in']} to {one['max_buy_in']}",
        "rake": f"{one['rake_permille'] / 10:g} % up to {one['rake_cap']}",
        "tables": one["tables"],
        "players": one["players"], "waiting": one["waiting"],
        "practice": f"{one['practice_seated']} of {now['practice']}",
        "who may sit": "nobody: it is closed" if one["is_closed"] else ", ".join(now["admits"]),
        "set while open": "; ".join(map(_set_by, _changes(one))),
    }  # fmt: skip


def _changes(one: Answer) -> list[Answer]:
    added = one["added"]
    return one["changed"] if added is None else [added, *one["changed"]]


SET = {"practice": "practice players", "admission": "who may sit", "stake": "added"}


def _set_by(change: Answer) -> str:
    what = SET[change["setting"]]
    return f"{what} by {change['by']}, {moment(change['at_ms'])}"


ONE = Printed(lambda answer: [_row(answer)], "")
LISTS = {
    "stakes": Printed(_stake_rows, "The rules offer no stakes."),
    "add-stake": ONE,
    "remove-stake": Printed(_stake_rows, "The rules offer no stakes."),
    "practice-players": ONE,
    "who-may-sit": ONE,
    "reset-stake": ONE,
}
