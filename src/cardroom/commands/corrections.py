"""`cardroom admin void-hand`, `restore-seat`, `suspense`, `set-aside`, `resolve`, `give-ticket`:
what is set right by hand; and who may not play Banzai."""

import argparse
import secrets
import time
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from cardroom.commands.refusals import moment, money
from cardroom.commands.room_client import RoomClient, find_account

Answer = dict[str, Any]


async def void_hand(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Void a hand, or say what that would move."""
    path = f"/api/admin/hands/{quote(args.key, safe='')}/void"
    if args.dry_run:
        return dict(await client.get(path))
    return dict(await client.post(path, reason=args.reason, house_pays=args.house_pays))


async def restore_seat(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Offer players the seat that they lost."""
    player = (await find_account(client, args.player, "administrator"))["player"]
    path = f"/api/admin/tables/{args.table}/restore-seat"
    return dict(await client.post(path, player=player, seat=args.seat, reason=args.reason))


async def suspense(client: RoomClient, _args: argparse.Namespace) -> Answer:
    """What waits to be credited."""
    return dict(await client.get("/api/admin/suspense"))


async def set_aside(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Set money of a player's aside."""
    player = (await find_account(client, args.name, "administrator"))["player"]
    reference = args.reference or f"aside-{secrets.token_hex(8)}"
    answer = await client.post(
        "/api/admin/suspense",
        player=player,
        amount=args.amount,
        reference=reference,
        reason=args.reason,
    )
    return dict(answer)


async def give_ticket(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Give a player a ticket."""
    player = (await find_account(client, args.name, "administrator"))["player"]
    answer = await client.post(
        "/api/admin/tickets",
        player=player,
        value=args.value,
        target=args.target,
        expires_ms=_days_from_now(args.days),
        reference=args.reference or f"gift-{secrets.token_hex(8)}",
        reason=args.reason,
    )
    return dict(answer)


def _days_from_now(days: int) -> int:
    """When this many days are over; 0 for no days, which is never."""
    return int((time.time() + 86_400 * days) * 1000) if days else 0


async def resolve(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Credit what was set aside."""
    answer = await client.post(
        "/api/admin/suspense/resolve", reference=args.reference, reason=args.reason
    )
    return dict(answer)


async def exclude_from_banzai(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Keep an account out of Banzai (BANZ-08)."""
    return await _at_banzai(client, args, "exclude")


async def admit_to_banzai(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Let an account play Banzai again."""
    return await _at_banzai(client, args, "admit")


async def _at_banzai(client: RoomClient, args: argparse.Namespace, deed: str) -> Answer:
    player = (await find_account(client, args.name, "risk"))["player"]
    path = f"/api/admin/accounts/{player}/banzai/{deed}"
    return dict(await client.post(path, reason=args.reason))


async def banzai_exclusions(client: RoomClient, _args: argparse.Namespace) -> Answer:
    """Who is kept out of Banzai."""
    return dict(await client.get("/api/admin/banzai/excluded"))


def void_rows(answer: Answer) -> list[Answer]:
    """Who gives and gets what, for the terminal."""
    missing = "paid by the house" if answer["state"] == "void" else "missing"
    columns = {"name": "name", "amount": "amount", "from_stack": "from stack", "missing": missing}
    return [{column: share[name] for name, column in columns.items()} for share in answer["shares"]]


def void_sentence(answer: Answer) -> str:
    """A sentence about a hand that is, or would be, void."""
    key, currency = answer["key"], answer["currency"]
    if answer["state"] == "running":
        return f"{key} is in progress: voiding it rolls it back, and nothing of it moves money."
    amounts = f"Amounts are cents of {currency}; the rake of {answer['rake']} goes back, too."
    if answer["state"] == "paid":
        return f"{key} was paid. Voiding it moves this. {amounts}"
    if not answer["operator"]:
        return f"{key} is void: it was rolled back and moved nothing."
    return f"{key} is void by {answer['operator']}: {answer['reason']}. {amounts}"


def seat_sentence(answer: Answer) -> str:
    """A sentence about a seat that is kept for somebody."""
    legal, until = answer["buy_in"], _time_of_day(answer["until_ms"])
    return (
        f"Seat {answer['seat']} at table {answer['table']} is kept for {answer['name']} until"
        f" {until}, for {legal['least']} to {legal['most']} cents of {answer['currency']}."
    )


def aside_sentence(answer: Answer) -> str:
    """A sentence about money that was set aside."""
    amount = money(answer["amount"], answer["currency"])
    return (
        f"{answer['reference']}: {amount} of {answer['name']} is set aside since"
        f" {moment(answer['since_ms'])}: {answer['reason']}. Unless it is resolved it goes to"
        f" charity on {moment(answer['due_ms'])}."
    )


def resolved_sentence(answer: Answer) -> str:
    """A sentence about money that was credited after all."""
    amount = money(answer["amount"], answer["currency"])
    return (
        f"{answer['reference']}: {amount} was credited to {answer['name']} on"
        f" {moment(answer['resolved_ms'])} by {answer['resolved_by']}: {answer['resolution']}."
    )


def exclusion_sentence(answer: Answer) -> str:
    """A sentence about somebody who is kept out of Banzai."""
    return (
        f"{answer['name']} is excluded from Banzai since {moment(answer['since_ms'])} by"
        f" {answer['operator']}: {answer['reason']}."
    )


def exclusion_rows(excluded: list[Answer]) -> list[Answer]:
    """Who is kept out, with the day."""
    return [
        {
            "name": one["name"],
            "since": moment(one["since_ms"]),
            "by": one["operator"],
            "reason": one["reason"],
        }
        for one in excluded
    ]


def ticket_rows(tickets: list[Answer]) -> list[Answer]:
    """The tickets of a player, with the day until which they are good."""
    return [
        {
            "value": money(one["value"], one["currency"]),
            "for": one["target"],
            "good until": moment(one["expires_ms"]) if one["expires_ms"] else "always",
        }
        for one in tickets
    ]


def suspense_rows(items: list[Answer]) -> list[Answer]:
    """What waits, with its days."""
    return [
        {
            **{column: item[column] for column in ("reference", "name", "amount", "currency")},
            "since": moment(item["since_ms"]),
            "charity's on": moment(item["due_ms"]),
            "reason": item["reason"],
        }
        for item in items
    ]


def _time_of_day(at_ms: int) -> str:
    """A moment that is near, to the second."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%H:%M:%S UTC")


def waiting_sentence(answer: Answer) -> str:
    """That a booking was not made yet, and what has to happen."""
    alone = f"{answer['alone'] // 100:,}.{answer['alone'] % 100:02}"
    reference = answer["reference"]
    return (
        f"It waits: one administrator books at most {alone} a day. Another one says 'cardroom admin"
        f" approve {reference}'."
    )


def booking_rows(bookings: list[Answer]) -> list[Answer]:
    """Bookings that wait, for the terminal."""
    return [
        {
            "reference": one["reference"],
            "player": one["name"],
            "cents": one["amount"],
            "asked by": one["asked_by"],
            "since": moment(one["asked_ms"]),
            "reason": one["reason"],
        }
        for one in bookings
    ]
