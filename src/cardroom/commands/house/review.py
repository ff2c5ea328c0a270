"""`cardroom admin review`: alerts of the review of play, and what two people decide (FAIR-04)."""

import argparse
from typing import Any

from cardroom.commands.house.cases import CASE, ENTRIES, PLAYER
from cardroom.commands.house.words import REASON, Answer, Deeds, Printed, Words, days_from_now
from cardroom.commands.refusals import moment
from cardroom.commands.room_client import RoomClient, find_account
from cardroom.errors import UsageError
from cardroom.room.records import FOR_EVER_MS

CASES = "/api/admin/cases"
ALERTS = "/api/admin/alerts"


async def _alerts(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"{ALERTS}?state={args.state}&limit=200"))


async def _alert(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"{ALERTS}/{args.alert}"))


async def _open_case(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.post(f"{ALERTS}/{args.alert}/case"))


async def _state(client: RoomClient, _args: argparse.Namespace) -> Answer:
    return dict(await client.get("/api/admin/review"))


async def _now(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.post("/api/admin/review", reason=args.reason))


async def _desk(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"{CASES}/{args.case}/desk"))


async def _propose(client: RoomClient, args: argparse.Namespace) -> Answer:
    measures: list[dict[str, Any]] = [
        {"do": "seize", "player": await _number(client, name)} for name in args.seize
    ]
    if args.redistribute:
        rows = (await client.get(f"{CASES}/{args.case}/desk"))["preview"]
        shares = [{"player": row["player"], "amount": row["paid"]} for row in rows if row["paid"]]
        if not shares:
            raise UsageError("Nobody has lost anything to them that could be paid back.")
        measures.append({"do": "redistribute", "shares": shares})
    for name in args.close_account:
        until_ms = days_from_now(args.days)
        number = await _number(client, name)
        measures.append({"do": "close_account", "player": number, "until_ms": until_ms})
    for kind, names in (("give_back", args.give_back), ("exclude_from_banzai", args.exclude)):
        measures += [{"do": kind, "player": await _number(client, name)} for name in names]
    for kind, names in (("warn", args.warn), ("apologise", args.apologise)):
        if names and not args.message:
            raise UsageError("Say with --message what the player is to read.")
        for name in names:
            number = await _number(client, name)
            measures.append({"do": kind, "player": number, "text": args.message})
    for name in args.hold_winnings:
        number = await _number(client, name)
        measures.append({"do": "hold_winnings", "player": number, "tournament": args.tournament})
    body = {"finding": args.finding, "reason": args.reason, "measures": measures}
    return dict(await client.post(f"{CASES}/{args.case}/propose", **body))


async def _approve(client: RoomClient, args: argparse.Namespace) -> Answer:
    body = {"proposal": args.proposal, "reason": args.reason}
    return dict(await client.post(f"{CASES}/{args.case}/approve", **body))


async def _refuse(client: RoomClient, args: argparse.Namespace) -> Answer:
    body = {"proposal": args.proposal, "reason": args.reason}
    return dict(await client.post(f"{CASES}/{args.case}/refuse", **body))


async def _message(client: RoomClient, args: argparse.Namespace) -> Answer:
    body = {"player": await _number(client, args.player), "text": args.message}
    return dict(await client.post(f"{CASES}/{args.case}/message", **body))


async def _appeal(client: RoomClient, args: argparse.Namespace) -> Answer:
    body = {"player": await _number(client, args.player), "text": args.message}
    return dict(await client.post(f"{CASES}/{args.case}/appeal", **body))


async def _decide_appeal(client: RoomClient, args: argparse.Namespace) -> Answer:
    body = {"appeal": args.appeal, "outcome": args.outcome, "text": args.message}
    return dict(await client.post(f"{CASES}/{args.case}/decide-appeal", **body))


async def _number(client: RoomClient, name: str) -> Any:
    return (await find_account(client, name, "risk"))["player"]


ALERT: Words = {"alert": {"metavar": "ALERT", "type": int, "help": "its number"}}
PROPOSAL: Words = {
    "proposal": {"metavar": "PROPOSAL", "type": int, "help": "the number of its entry"}
}
MESSAGE: Words = {
    "--message": {"required": True, "metavar": "TEXT", "help": "what the player reads or wrote"}
}


def _names(what: str) -> dict[str, Any]:
    return {"action": "append", "default": [], "metavar": "NAME", "help": what}


MEASURES: Words = {
    "--finding": {
        "choices": ("confirmed", "nothing_found"),
        "help": "closes the case; without it the review goes on",
    },
    "--seize": _names("seize what is held of this player; may be given several times"),
    "--give-back": _names("give back what is held of this player, whatever else is found"),
    "--redistribute": {
        "action": "store_true", "help": "pay those who lost to them, as 'review desk' shows",
    },
    "--close-account": _names("close this account, or suspend it for --days"),
    "--days": {"type": int, "default": 0, "metavar": "N", "help": "of a suspension"},
    "--exclude": _names("keep this player out of Banzai"),
    "--warn": _names("warn this player with --message"),
    "--apologise": _names("apologise to this player with --message"),
    "--hold-winnings": _names("hold what this player wins in --tournament"),
    "--tournament": {"type": int, "default": 0, "metavar": "NUMBER"},
    "--message": {"default": "", "metavar": "TEXT", "help": "what the player reads"},
}  # fmt: skip

DEEDS: Deeds = {
    "alerts": (
        "list alerts, the strongest first",
        {
            "--state": {
                "choices": ("waiting", "open", "closed", "all"), "default": "waiting",
                "help": "default: waiting",
            }
        },
        _alerts,
    ),
    "alert": ("show an alert with its evidence and the hands to look at", ALERT, _alert),
    "open-case": ("open a case for an alert; somebody else decides it", ALERT, _open_case),
    "state": ("show when all hands were read, and why", {}, _state),
    "now": ("review all hands now", REASON, _now),
    "desk": ("show what waits in a case, and every cent of a decision; is recorded", CASE, _desk),
    "propose": (
        "propose a decision, which a second person has to approve",
        {**CASE, **MEASURES, **REASON}, _propose,
    ),
    "approve": (
        "approve what another has proposed, and carry it out",
        {**CASE, **PROPOSAL, **REASON}, _approve,
    ),
    "refuse": ("refuse a proposal, or take your own back", {**CASE, **PROPOSAL, **REASON}, _refuse),
    "message": ("write to a player of a case", {**CASE, **PLAYER, **MESSAGE}, _message),
    "appeal": (
        "enter the appeal of a player who can no longer log in",
        {**CASE, **PLAYER, **MESSAGE}, _appeal,
    ),
    "decide-appeal": (
        "decide about an appeal, if you had no part in the decision",
        {
            **CASE, "appeal": {"metavar": "APPEAL", "type": int, "help": "the number of its entry"},
            "--outcome": {"required": True, "choices": ("upheld", "overturned")}, **MESSAGE,
        },
        _decide_appeal,
    ),
}  # fmt: skip
"""What each deed is for, the words it takes, and how it is done."""


def _alert_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "alert": one["number"], "when": moment(one["at_ms"]), "about": one["kind"],
            "players": ", ".join(one["names"][str(player)] for player in one["players"]),
            "strength": one["strength"], "state": one["state"], "case": one["case"] or "",
        }
        for one in answer["alerts"]
    ]  # fmt: skip


def _one_alert(answer: Answer) -> list[Answer]:
    found = answer["found"]
    if found["type"] == "signal":
        shared = ", ".join(f"{one['kind']} ({one['accounts']} accounts)" for one in found["shared"])
        met = f"{found['hands']} hands, tournaments {list(found['tournaments'])}"
        return [{"what": "shared", "said": shared}, {"what": "met in", "said": met}]
    if "alert" not in found:
        return [{"what": "said", "said": found["text"]}, {"what": "why", "said": str(found["why"])}]
    alert = found["alert"]
    rows = [{"what": "finding", "said": alert.get("finding", "follows cards that nobody sees")}]
    rows += [
        {"what": f"hand {hand['key']}", "said": f"{hand['big_blinds']} big blinds"}
        for hand in alert.get("hands", ())
    ]
    if "would_clear" in alert:
        rows.append({"what": "benign", "said": alert["benign_explanation"]})
        rows.append({"what": "would clear them", "said": alert["would_clear"]})
    rows += [
        {"what": "episode", "said": _lasted(one)}
        for one in alert.get("evidence", ())
        if one.get("episode")
    ]
    return rows + [
        {"what": "money", "said": _passed(one, answer["names"])} for one in answer.get("chains", ())
    ]


def _lasted(found: Answer) -> str:
    episode = found["episode"]
    first, last = moment(episode["begun_ms"]), moment(episode["ended_ms"])
    return f"{found['test']} in {episode['hands']} hands from {first} to {last}"


def _passed(chain: Answer, names: dict[str, str]) -> str:
    """Context, and no finding."""
    giver, taker = names[str(chain["giver"])], names[str(chain["taker"])]
    return (
        f"{chain['amount'] / 100:.2f}: {giver} paid in {moment(chain['deposited_ms'])}, lost to "
        f"{taker} by {moment(chain['lost_ms'])}, taken out {moment(chain['withdrawn_ms'])}"
    )


def _reading_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "reading": one["number"], "when": moment(one["at_ms"]), "first": one["first_hand"],
            "last": one["last_hand"], "hands": one["hands"], "alerts": one["alerts"],
            "why": one["reason"],
        }
        for one in answer["readings"]
    ]  # fmt: skip


def _desk_rows(answer: Answer) -> list[Answer]:
    """What waits for somebody, then every cent."""
    names, waits = answer["names"], answer["waiting"]
    rows = []
    if waits is not None:
        state = "approved, not done to its end" if waits["is_approved"] else "waits"
        finding = waits["finding"] or "the review goes on"
        said = f"{state}; by {waits['proposer']}: {finding}, {waits['reason']}"
        rows.append({"what": f"proposal {waits['number']}", "said": said})
        rows += [
            {"what": one["do"].replace("_", " "), "said": _measure(one, names)}
            for one in waits["measures"]
        ]
    rows += [
        {"what": f"appeal {one['number']}", "said": f"{_name(names, one)}: {one['text']}"}
        for one in answer["appeals"]
    ]
    rows += [
        {
            "what": row["name"],
            "said": f"held {_amount(row['seized'])}, lost to them {_amount(row['lost'])}, "
            f"gets {_amount(row['paid'])}",
        }
        for row in answer["preview"]
    ]
    if answer["preview"]:
        rows.append({"what": "the house", "said": f"keeps {_amount(answer['kept'])}"})
    return rows


def _measure(one: Answer, names: dict[str, str]) -> str:
    if one["do"] == "redistribute":
        return ", ".join(f"{_name(names, to)} {_amount(to['amount'])}" for to in one["shares"])
    more = [one["text"]] if "text" in one else []
    if "tournament" in one:
        more.append(f"tournament {one['tournament']}")
    if one.get("until_ms", FOR_EVER_MS) < FOR_EVER_MS:
        more.append(f"until {moment(one['until_ms'])}")
    return " · ".join([_name(names, one), *more])


def _name(names: dict[str, str], one: Answer) -> str:
    return names.get(str(one["player"]), f"player {one['player']}")


def _amount(cents: int) -> str:
    return f"{cents / 100:,.2f}"


LISTS = dict.fromkeys(DEEDS, ENTRIES) | {
    "alerts": Printed(_alert_rows, "No alerts."),
    "alert": Printed(_one_alert, "Nothing was found."),
    "state": Printed(_reading_rows, "No hands were read yet."),
    "now": Printed(_reading_rows, "No hands were read yet."),
    "desk": Printed(_desk_rows, "Nothing waits, nothing is held, and nobody has lost to them."),
}
