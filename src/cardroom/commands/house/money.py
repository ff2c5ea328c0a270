"""`cardroom admin orders`, `decide`, `deposit`, `withdraw`, `audit`, `outbox`."""

import argparse
import secrets
from base64 import b64decode

from cardroom.commands.house.words import LIMIT, NAME, REASON, Answer, Deeds, Printed
from cardroom.commands.refusals import moment, money
from cardroom.commands.room_client import RoomClient, find_account


async def _orders(client: RoomClient, _args: argparse.Namespace) -> Answer:
    return dict(await client.get("/api/admin/orders"))


async def _decide(client: RoomClient, args: argparse.Namespace) -> Answer:
    body = {"reference": args.reference, "outcome": args.outcome, "reason": args.reason}
    return dict(await client.post("/api/admin/orders/decide", **body))


async def _deposit(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _book(client, args, "deposit")


async def _withdraw(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _book(client, args, "withdrawal")


async def _book(client: RoomClient, args: argparse.Namespace, kind: str) -> Answer:
    player = (await find_account(client, args.name, "administrator"))["player"]
    reference = args.reference or f"{kind}-{secrets.token_hex(8)}"
    booked = await client.post(
        "/api/admin/cashier",
        kind=kind,
        player=player,
        amount=args.amount,
        reference=reference,
        reason=args.reason,
    )
    return {"reference": reference, **booked}


async def _audit(client: RoomClient, args: argparse.Namespace) -> Answer:
    path = "/api/admin/audit"
    return dict(await (client.post(path) if args.now else client.get(path)))


async def _outbox(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"/api/admin/outbox?after={args.after}&limit={args.limit}"))


BOOKED = {
    **NAME,
    "amount": {"metavar": "AMOUNT", "type": int, "help": "in cents"},
    **REASON,
    "--reference": {"metavar": "WORD", "help": "the same word again books nothing again"},
}
DEEDS: Deeds = {
    "orders": ("list the deposits and withdrawals that wait for the cashier", {}, _orders),
    "decide": (
        "close an order by hand, park it, or have it sent to the cashier again",
        {
            "reference": {"metavar": "REFERENCE"},
            "outcome": {"choices": ("confirmed", "refused", "parked", "sent_again")},
            **REASON,
        },
        _decide,
    ),
    "deposit": ("book a deposit of an account; large ones wait", BOOKED, _deposit),
    "withdraw": ("book a withdrawal of an account; large ones wait", BOOKED, _withdraw),
    "audit": (
        "say what the last audit of the ledger found",
        {"--now": {"action": "store_true", "help": "begin one, beside the open room"}},
        _audit,
    ),
    "outbox": (
        "show messages of the webhooks once more",
        {
            "--after": {"type": int, "default": 0, "metavar": "ID", "help": "those after this one"},
            **LIMIT,
        },
        _outbox,
    ),
}
"""What each action is for, the words it takes, and how it is done."""


def _order_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "reference": one["reference"], "kind": one["kind"], "player": one["player"],
            "amount": money(one["amount"], one["currency"]), "asked": moment(one["asked_ms"]),
            "parked": one["parked"],
        }
        for one in answer["orders"]
    ]  # fmt: skip


def _audit_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "audit": answer["state"], "transfers": f"{answer['read']} of {answer['of']}",
            "hands": answer["hands_replayed"], "accounts": answer["accounts"],
            "breaches": answer["breaches_found"],
            "ended": moment(answer["ended_ms"]) if answer["ended_ms"] else "",
        }
    ]  # fmt: skip


def _message_rows(answer: Answer) -> list[Answer]:
    return [
        {"id": one["id"], "subject": one["subject"], "body": b64decode(one["body"]).decode()}
        for one in answer["messages"]
    ]


LISTS = {
    "orders": Printed(_order_rows, "No order is waiting."),
    "audit": Printed(_audit_rows, ""),
    "outbox": Printed(_message_rows, "There are no messages."),
}
