"""`cardroom admin tournament`: creates, changes, pauses and cancels a room's tournaments."""

import argparse
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from itertools import count
from typing import Any
from uuid import uuid4

from cardroom.commands.refusals import moment, money
from cardroom.commands.room_client import RoomClient, find_account
from cardroom.errors import UsageError
from cardroom.server.config.text_files import text_of

Answer = dict[str, Any]
Deed = Callable[[RoomClient, argparse.Namespace], Awaitable[Answer]]
ALL = "/api/admin/tournaments"
NAMES_AT_ONCE = 200


async def _list(client: RoomClient, _args: argparse.Namespace) -> Answer:
    return dict(await client.get("/api/tournaments"))


async def _show(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"/api/tournaments/{args.tournament}"))


async def _templates(client: RoomClient, _args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"{ALL}/templates"))


async def _calendar(client: RoomClient, args: argparse.Namespace) -> Answer:
    now_ms = time.time_ns() // 1_000_000
    until_ms = now_ms + args.days * 86_400_000
    return dict(await client.get(f"{ALL}/calendar?from_ms={now_ms}&until_ms={until_ms}"))


async def _create(client: RoomClient, args: argparse.Namespace) -> Answer:
    if bool(args.template) == bool(args.file):
        raise UsageError("Say either --template NAME or --file FILE.")
    what: Answer = {"template": args.template}
    if args.file:
        what = {"file": args.file, "toml": _content(args.file)}
    made = await client.post(
        ALL,
        id=args.reference or str(uuid4()),
        starts_ms=starts_ms(args.starts) if args.starts else None,
        practice_players=args.practice_players,
        programs=args.programs,
        reason=args.reason,
        **what,
    )
    return dict(made)


async def _offers(client: RoomClient, _args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"{ALL}/offers"))


async def _offer(client: RoomClient, args: argparse.Namespace) -> Answer:
    made = await client.post(
        f"{ALL}/offers",
        id=args.reference or str(uuid4()),
        file=args.file,
        toml=_content(args.file),
        reason=args.reason,
    )
    return dict(made)


async def _end_offer(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.post(f"{ALL}/offers/end", name=args.name, reason=args.reason))


async def _delay(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "delay", starts_ms=starts_ms(args.starts))


async def _pause(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "pause")


async def _resume(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "resume")


async def _try_again(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "try-again")


async def _levels(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "level-times", level_s=args.level_s)


async def _breaks(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "breaks", on=args.on == "on")


async def _practice(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "practice-players", count=args.count)


async def _review(client: RoomClient, args: argparse.Namespace) -> Answer:
    player = (await find_account(client, args.player, "risk"))["player"]
    return await _do(client, args, "review", player=player, case=args.case)


async def _lift_review(client: RoomClient, args: argparse.Namespace) -> Answer:
    player = (await find_account(client, args.player, "risk"))["player"]
    return await _do(client, args, "review/lift", player=player)


async def _disqualify(client: RoomClient, args: argparse.Namespace) -> Answer:
    player = (await find_account(client, args.player, "risk"))["player"]
    return await _do(client, args, "disqualify", player=player, case=args.case)


async def _preview(client: RoomClient, args: argparse.Namespace) -> Answer:
    path = f"{ALL}/{args.tournament}/cancel/preview"
    preview = dict(await client.post(path, shares=_shares(args.share)))
    return preview | {"names": await _names(client, args.tournament)}


async def _names(client: RoomClient, tournament: int) -> dict[str, str]:
    """Everybody in a tournament, by the number that a preview has."""
    names: dict[str, str] = {}
    for offset in count(step=NAMES_AT_ONCE):
        page = f"/api/tournaments/{tournament}/players?limit={NAMES_AT_ONCE}&offset={offset}"
        rows = (await client.get(page))["players"]
        names |= {str(one["player"]): one["name"] for one in rows}
        if len(rows) < NAMES_AT_ONCE:
            break
    return names


async def _cancel(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "cancel", step=args.step, shares=_shares(args.share))


async def _preview_payouts(client: RoomClient, args: argparse.Namespace) -> Answer:
    path = f"{ALL}/{args.tournament}/payouts/preview"
    return dict(await client.post(path, shares=_shares(args.share) or {}))


async def _alter_payouts(client: RoomClient, args: argparse.Namespace) -> Answer:
    shares = _shares(args.share) or {}
    return await _do(client, args, "payouts", alteration=args.alteration, shares=shares)


async def _vouchers(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"/api/admin/vouchers?all={'true' if args.all else 'false'}"))


async def _fulfil(client: RoomClient, args: argparse.Namespace) -> Answer:
    path = f"/api/admin/vouchers/{args.voucher}/fulfil"
    return dict(await client.post(path, reason=args.reason))


async def _redeem(client: RoomClient, args: argparse.Namespace) -> Answer:
    path = f"/api/admin/vouchers/{args.voucher}/redeem"
    body = {"floor": args.floor, "entry": args.entry, "reason": args.reason}
    return dict(await client.post(path, **body))


def _content(file: str) -> str:
    """What a file says, and a complaint that names it where it says nothing."""
    if not (text := text_of(file)):
        raise UsageError(f"{file} is empty.")
    return text


async def _do(client: RoomClient, args: argparse.Namespace, deed: str, **body: Any) -> Answer:
    path = f"{ALL}/{args.tournament}/{deed}"
    return dict(await client.post(path, reason=args.reason, **body))


def starts_ms(text: str) -> int:
    """A moment as people write it, with its offset: 2026-12-24T20:00+01:00."""
    try:
        said = datetime.fromisoformat(text)
    except ValueError:
        said = None
    if said is None or said.tzinfo is None:
        raise UsageError(f"'{text}' is no moment; write 2026-12-24T20:00+01:00 or ...Z.")
    return int(said.timestamp() * 1000)


def _shares(given: list[str] | None) -> dict[str, int] | None:
    """Shares of the house's own, as ENTRY=CENTS each."""
    if not given:
        return None
    shares: dict[str, int] = {}
    for one in given:
        entry, _, cents = one.partition("=")
        if not (entry.isdecimal() and cents.isdecimal()):
            raise UsageError(f"'{one}' is no share; write ENTRY=CENTS, such as 3=2500.")
        shares[entry] = int(cents)
    return shares


NUMBER: dict[str, dict[str, Any]] = {
    "tournament": {"type": int, "metavar": "TOURNAMENT", "help": "its number"}
}
REASON: dict[str, dict[str, Any]] = {
    "--reason": {"required": True, "metavar": "TEXT", "help": "recorded with it"}
}
STARTS: dict[str, dict[str, Any]] = {
    "--starts": {"required": True, "metavar": "MOMENT", "help": "2026-12-24T20:00+01:00"}
}
SHARES: dict[str, dict[str, Any]] = {
    "--share": {
        "action": "append", "metavar": "ENTRY=CENTS",
        "help": "what an entry gets in place of the policy; one for every player left (CXL-11)",
    }
}  # fmt: skip
NEW_SHARES: dict[str, dict[str, Any]] = {
    "--share": {
        "action": "append", "metavar": "ENTRY=CENTS", "required": True,
        "help": "what an entry is to have in all; the others stay as they are (CXL-11)",
    }
}  # fmt: skip
PLAYER: dict[str, dict[str, Any]] = {"--player": {"required": True, "metavar": "NAME"}}
IN_CASE: dict[str, dict[str, Any]] = {
    **PLAYER,
    "--case": {"required": True, "type": int, "metavar": "N"},
}
DEEDS: dict[str, tuple[str, dict[str, dict[str, Any]], Deed]] = {
    "list": ("list what can be entered or watched", {}, _list),
    "show": ("show one tournament", NUMBER, _show),
    "templates": ("list what of the timetable can be held once more", {}, _templates),
    "calendar": (
        "list what the timetable has in the coming days",
        {"--days": {"type": int, "default": 7, "metavar": "N", "help": "default: 7"}},
        _calendar,
    ),
    "create": (
        "create a tournament from a template or a file",
        {
            "--template": {"default": "", "metavar": "NAME", "help": "one of the timetable"},
            "--file": {"default": "", "metavar": "FILE", "help": "a file without [schedule]"},
            "--starts": {
                "default": "", "metavar": "MOMENT",
                "help": "2026-12-24T20:00+01:00; none for a game that starts when it is full",
            },
            "--practice-players": {"type": int, "default": 0, "metavar": "N"},
            "--programs": {"action": "store_true", "help": "programs may enter (FAIR-07)"},
            "--reference": {"metavar": "WORD", "help": "the same word again creates no second one"},
            **REASON,
        },
        _create,
    ),
    "offers": ("list what was added to the timetable while the room was open", {}, _offers),
    "offer": (
        "offer what a file says from now on: HexaPro, Sit & Gos, flights, starts",
        {
            "file": {"metavar": "FILE", "help": "a file with [on_demand] or [schedule]"},
            "--reference": {"metavar": "WORD", "help": "the same word again adds no second one"},
            **REASON,
        },
        _offer,
    ),
    "end-offer": (
        "stop offering what was added; whoever waits in its games is refunded",
        {"name": {"metavar": "NAME", "help": "as its file has it"}, **REASON},
        _end_offer,
    ),
    "delay": ("start a tournament later", {**NUMBER, **STARTS, **REASON}, _delay),
    "pause": ("stop dealing after the hands in progress", {**NUMBER, **REASON}, _pause),
    "resume": ("go on after a pause", {**NUMBER, **REASON}, _resume),
    "try-again": (
        "let a tournament go on that has stopped by a mistake of the software",
        {**NUMBER, **REASON},
        _try_again,
    ),
    "levels": (
        "give the coming levels other lengths",
        {**NUMBER, "level_s": {"type": int, "nargs": "+", "metavar": "SECONDS"}, **REASON},
        _levels,
    ),
    "breaks": (
        "switch the synchronised breaks on or off",
        {**NUMBER, "on": {"choices": ("on", "off")}, **REASON},
        _breaks,
    ),
    "practice": (
        "add or remove practice players before the start",
        {**NUMBER, "count": {"type": int, "metavar": "COUNT"}, **REASON},
        _practice,
    ),
    "review": (
        "hold what a player wins until a case is closed", {**NUMBER, **IN_CASE, **REASON}, _review,
    ),
    "lift-review": (
        "pay what a player wins from now on", {**NUMBER, **PLAYER, **REASON}, _lift_review,
    ),
    "disqualify": (
        "put a player out; prize and bounty are held in a case",
        {**NUMBER, **IN_CASE, **REASON},
        _disqualify,
    ),
    "preview-cancel": (
        "say what a cancellation would pay, and book nothing", {**NUMBER, **SHARES}, _preview,
    ),
    "cancel": (
        "cancel a tournament as previewed",
        {
            **NUMBER,
            "--step": {"required": True, "type": int, "metavar": "N", "help": "of the preview"},
            **SHARES,
            **REASON,
        },
        _cancel,
    ),
    "preview-payouts": (
        "say what other shares of a cancelled tournament would cost, and book nothing",
        {**NUMBER, **NEW_SHARES},
        _preview_payouts,
    ),
    "alter-payouts": (
        "raise the shares of a cancelled tournament as previewed",
        {
            **NUMBER,
            "--alteration": {
                "required": True, "type": int, "metavar": "N", "help": "of the preview",
            },
            **NEW_SHARES,
            **REASON,
        },
        _alter_payouts,
    ),
    "vouchers": (
        "list the packages for live tournaments",
        {"--all": {"action": "store_true", "help": "those that were given too"}},
        _vouchers,
    ),
    "fulfil": (
        "mark a package as given",
        {"voucher": {"type": int, "metavar": "VOUCHER"}, **REASON},
        _fulfil,
    ),
    "redeem": (
        "have a package pay an entry of a live tournament",
        {
            "voucher": {"type": int, "metavar": "VOUCHER"},
            "--floor": {"type": int, "required": True, "metavar": "N", "help": "the tournament"},
            "--entry": {"type": int, "required": True, "metavar": "N", "help": "its entry"},
            **REASON,
        },
        _redeem,
    ),
}  # fmt: skip
"""What each action is for, the words it takes, and how it is done."""


def rows(action: str, answer: Answer) -> list[Answer] | None:
    """The answer as a list to be printed; None where it is not one."""
    if action == "list":
        return [
            {
                "tournament": one["tournament"], "name": one["name"], "phase": one["phase"],
                "starts": "" if one["starts_ms"] is None else moment(one["starts_ms"]),
                "price": money(one["price"], one["currency"]), "entries": one["entries"],
            }
            for one in answer["tournaments"]
        ]  # fmt: skip
    if action == "templates":
        return [{"template": one} for one in answer["templates"]]
    if action == "calendar":
        return [
            {"starts": moment(one["starts_ms"]), "name": one["name"]} for one in answer["starts"]
        ]
    if action == "offers":
        return [
            {
                "name": one["name"], "file": one["file"], "added by": one["by"],
                "since": moment(one["at_ms"]), "problem": one["problem"],
                "offers": ", ".join([*one["queues"], *one["schedules"]]),
            }
            for one in answer["offers"]
        ]  # fmt: skip
    if action == "preview-cancel":
        return [{"entry": one["entry"], "player": _name(answer, one["player"]), "pot": one["pot"],
                 "fees": one["fees"], "bounty": one["bounty"], "refund": one["refund"]}
                for one in answer["shares"]]  # fmt: skip
    if action in {"preview-payouts", "alter-payouts"}:
        return [{"entry": one["entry"], "player": one["player"], "paid": one["paid"],
                 "share": one["share"], "added": one["added"], "state": one["state"]}
                for one in answer["rows"]]  # fmt: skip
    if action == "vouchers":
        return [
            {"voucher": one["number"], "player": one["new"]["player"],
             "package": one["new"]["package"], "state": one["state"], "note": one["note"]}
            for one in answer["vouchers"]
        ]  # fmt: skip
    return None


def payments(preview: Answer) -> list[Answer]:
    """What a cancellation would pay each player in cash, refunds before the start included."""
    return [
        {"player": _name(preview, player), "gets in cents": cents}
        for player, cents in preview["cash"].items()
    ]


def _name(preview: Answer, player: object) -> str:
    return str(preview["names"].get(str(player), f"#{player}"))


def sentence_of(action: str, answer: Answer) -> str:
    """What was done, in one sentence."""
    match action:
        case "create":
            return f"Tournament {answer['tournament']} is announced."
        case "offer":
            return f"Offered from now on: {', '.join([*answer['queues'], *answer['schedules']])}."
        case "practice":
            return f"Done. Practice players who left: {answer['removed']}."
        case "preview-cancel":
            return (
                f"Nothing is booked. To book this, give --step {answer['step']};"
                " it holds until the tournament's next step, so pause it first."
            )
        case "preview-payouts":
            return f"Nothing is booked. To book this, give --alteration {answer['alteration']}."
        case "alter-payouts":
            waiting = sum(one["state"] == "waiting" for one in answer["rows"])
            return f"Done. Bookings that wait for a second administrator: {waiting}."
        case "fulfil" | "redeem":
            return f"Voucher {answer['number']} is fulfilled."
        case "show":
            row = answer["row"]
            return f"{row['name']}: {row['phase']}, entries {row['entries']}, left {row['left']}."
    return "Done."
