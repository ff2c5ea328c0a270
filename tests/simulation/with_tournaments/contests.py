"""All tournaments of a simulated room, read from the raw rows of the store as they are written."""

import sqlite3
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from cardroom.ledger.transfers import read_transfer
from cardroom.tournament.definition import Definition
from cardroom.tournament.record import decode_events
from cardroom.tournament.stored_terms import decode_terms
from cardroom.tournament.terms import Terms
from tests.simulation.books import Books
from tests.simulation.with_tournaments.contest import Contest, StoredStep
from tests.simulation.with_tournaments.plans import Plan

if TYPE_CHECKING:
    from cardroom.room.tournaments.actor.actor import TournamentActor

POOLS = ("places", "bounties", "fees")
STEPS = (
    "select s.rowid, s.tournament, s.number, s.epoch, s.first_event, s.at_ms, s.events,"
    " s.first_transfer, s.transfer_count, h.table_id, h.result, h.history"
    " from tournament_steps s left join hands h on h.id = s.hand where s.rowid > ? order by s.rowid"
)
ROWS = (
    "select player, given_back, place, prize, bounties from tournament_entries"
    " where tournament = ? and entry = ?"
)
MOVES_TOURNAMENTS = frozenset(
    {"entered", "entry_refunded", "prize_paid", "bounty_paid", "house_money_added",
     "house_money_returned", "tournament_closed", "tickets_taken_back", "hexapro_entered",
     "hexapro_paid"}
)  # fmt: skip
"""Reasons that move money because of a tournament: each such transfer belongs to a step."""


class Contests:
    """The second count of everything that tournaments do with chips, seats, money and tickets."""

    def __init__(
        self, raw: sqlite3.Connection, books: Books, plans: tuple[Plan, ...], edition: str
    ) -> None:
        self.by_number: dict[int, Contest] = {}
        self.granted: Counter[tuple[int, str]] = Counter()
        """Tickets that players were given, by player and kind."""
        self.cash: Counter[tuple[int, int]] = Counter()
        """What each tournament has brought each player in cash so far."""
        self._raw = raw
        self._books = books
        self._plans = {plan.name: plan for plan in plans}
        self._edition = edition
        self._seen = 0
        self._unpaid_for: dict[str, int] = {}
        """Transfers of tournaments whose step was not seen yet."""
        self._paid_prizes: dict[str, dict[str, int]] = {}
        self._tickets_won: Counter[tuple[int, str]] = Counter()
        books.others = dict.fromkeys(MOVES_TOURNAMENTS, self._note_transfer)
        books.others["ticket_issued"] = self._note_grant

    @property
    def hands(self) -> int:
        """How many hands were played for chips."""
        return sum(one.hands for one in self.by_number.values())

    def read(self) -> None:
        """Go through the steps that were written since the last time."""
        for row in self._raw.execute(STEPS, (self._seen,)).fetchall():
            self._seen = row[0]
            step = self._step(row)
            self._contest(step.tournament).read(step)

    def _step(self, row: tuple[Any, ...]) -> StoredStep:
        _, tournament, number, epoch, first, at_ms, events, start, count, table, result, past = row
        transfers = []
        if count:
            sql = "select key, content from transfers where seq >= ? and seq < ? order by seq"
            found = self._raw.execute(sql, (start, start + count)).fetchall()
            assert len(found) == count, f"a step of {tournament} has lost transfers"
            transfers = [read_transfer(content) for _, content in found]
            for key, _ in found:
                self._unpaid_for.pop(key, None)
        stacks = msgspec.json.decode(result)["stacks"] if table else {}
        return StoredStep(
            tournament,
            number,
            epoch,
            first,
            at_ms,
            decode_events(bytes(events)),
            transfers,
            table or 0,
            {int(player): chips for player, chips in stacks.items()},
            bytes(past or b""),
        )

    def _contest(self, number: int) -> Contest:
        if number not in self.by_number:
            sql = (
                "select template, d.content, t.content from tournaments"
                " join tournament_papers d on d.digest = definition"
                " join tournament_papers t on t.digest = terms where id = ?"
            )
            name, definition, terms = self._raw.execute(sql, (number,)).fetchone()
            self.by_number[number] = Contest(
                number,
                self._plans[name],
                self._edition,
                _definition(bytes(definition)),
                _terms(bytes(terms)),
            )
        return self.by_number[number]

    # What the books ask

    def _note_transfer(self, transfer: dict[str, Any], entries: dict[str, int]) -> None:
        """A transfer of a tournament; the step that it belongs to is read afterwards."""
        self._unpaid_for[transfer["key"]] = transfer["tournament"]
        for name, by in entries.items():
            if ":cash:" in name:
                self.cash[transfer["tournament"], int(name.split(":")[1])] += by
        if transfer["reason"] != "prize_paid":
            return
        self._paid_prizes[transfer["key"]] = entries
        for name, by in entries.items():
            if name.startswith("player:") and ":tickets:" in name:
                _, player, _, kind = name.split(":")
                self._tickets_won[int(player), kind] += by

    def _note_grant(self, transfer: dict[str, Any], entries: dict[str, int]) -> None:
        (account,) = [name for name in entries if ":tickets:" in name and name[:7] == "player:"]
        _, player, _, kind = account.split(":")
        assert entries[account] == 1, f"{transfer['key']}: {entries}"
        self.granted[int(player), kind] += 1

    # What must be true between two steps

    def verify(self) -> None:
        """Every transfer has its step, every pool has what was paid in and not paid out."""
        assert not self._unpaid_for, f"money moved without a step: {self._unpaid_for}"
        seats = self._open_seats()
        done = self._done()
        game_account = 0
        for number, contest in self.by_number.items():
            game_account += contest.game_account
            has = {pool: self._books.balances[f"tournament:{number}:{pool}:EUR"] for pool in POOLS}
            if number in done:
                assert not any(has.values()), f"tournament {number} is done and has {has} (I8)"
            elif not contest.ended:
                due = {pool: contest.pool[pool] + seats[number, pool] for pool in POOLS}
                assert has == due, f"tournament {number} has {has}, not {due} (TAMB-40)"
        house = self._books.balances["house:hexapro:EUR"]
        assert house == game_account, f"HexaPro has brought {house}, not {game_account}"
        self._verify_tickets()

    def _done(self) -> set[int]:
        sql = "select tournament from tournament_progress where done = 1"
        return {number for (number,) in self._raw.execute(sql).fetchall()}

    def _open_seats(self) -> Counter[tuple[int, str]]:
        """What satellites have paid for seats that their target has not taken yet (TAMB-68)."""
        found: Counter[tuple[int, str]] = Counter()
        sql = "select target, content from seats_won where state = 'open'"
        for target, content in self._raw.execute(sql).fetchall():
            price = msgspec.json.decode(content)["price"]
            for pool, part in zip(POOLS, ("places", "bounty", "fee"), strict=True):
                found[target, pool] += price[part]
        return found

    def _verify_tickets(self) -> None:
        """A ticket is in a wallet, or it has paid for an entry: none is lost, none is doubled."""
        due = Counter(self.granted)
        for contest in self.by_number.values():
            for entry, paid in contest.means.items():
                ticket, player = paid.ticket, contest.players[entry]
                if ticket is not None and entry not in contest.given_back:
                    due[player, ticket.asset] -= 1
                if paid.means == "seat" and entry in contest.given_back:
                    due[player, f"EUR-{contest.plan.price}-sunday"] += 1
        sql = "select player, state, satellite, content from seats_won where state = 'ticket'"
        for player, *_ in self._raw.execute(sql).fetchall():
            due[player, "EUR-300-sunday"] += 1
        due.update(self._tickets_won)
        has = {
            account: count
            for account, count in self._books.balances.items()
            if count and account.startswith("player:") and ":tickets:" in account
        }
        expected = {
            f"player:{player}:tickets:{kind}": count
            for (player, kind), count in due.items()
            if count
        }
        assert has == expected, f"tickets {has}, not {expected}"

    def verify_satellite(self, number: int) -> None:
        """Every seat that was won is given once: as a seat, as a ticket, or in cash (TAMB-68)."""
        contest = self.by_number[number]
        for entry in contest.seats_won:
            key, player = f"prize:{number}:{entry}", contest.players[entry]
            assert key in self._paid_prizes, f"nobody has paid {key}"
            found = self._raw.execute(
                "select player from seats_won where key = ?", (key,)
            ).fetchone()
            if found is not None:
                assert found[0] == player, f"the seat of {player} went to {found[0]}"
                continue
            got = {name: by for name, by in self._paid_prizes[key].items() if by > 0}
            owns = [name for name in got if name.startswith(f"player:{player}:")]
            assert owns, f"{key} went to {got}, not to {player}"

    def verify_lists(self, number: int) -> None:
        """What players find in the lists of results is what has happened."""
        contest = self.by_number[number]
        for entry, player in contest.players.items():
            row = self._raw.execute(ROWS, (number, entry)).fetchone()
            assert row is not None, f"entry {entry} of {number} is in no list"
            place, prize = contest.results.get(entry, (0, 0))
            back = int(entry in contest.given_back)
            assert (row[0], row[1], row[2]) == (player, back, place), f"{number}: entry {entry}"
            assert contest.ended == "cancelled" or row[3] == prize, f"{number}: prize of {entry}"

    def verify_end(self) -> None:
        """When all is over, the house has kept the fees of all who were not refunded."""
        kept = sum(one.fees_kept for one in self.by_number.values())
        has = self._books.balances["house:fees:EUR"]
        assert has == kept, f"the house has kept {has}, not {kept}"

    # A running tournament

    def verify_actor(self, actor: "TournamentActor") -> None:
        """A tournament in memory is what its stored steps say; asked when none is on its way."""
        contest, running = self.by_number.get(actor.id), actor.tournament
        if contest is None:
            assert not running.desk.entries, f"tournament {actor.id} has entries that nobody stored"
            return
        about = f"tournament {actor.id} at step {contest.steps}"
        assert actor.steps == contest.steps, f"{about} counts {actor.steps} steps"
        living = {contest.players[entry] for entry in contest.living}
        if not contest.ended:
            assert set(running.desk.living) == living, f"{about}: {set(running.desk.living)} are in"
        assert running.places == {entry: place for entry, (place, _) in contest.results.items()}, (
            f"{about}: places {running.places}"
        )
        if not running.is_running:
            return
        seats = contest.checks.seats
        assert dict(running.stacks) == dict(seats.stacks), f"{about}: stacks {running.stacks}"
        sitting = {
            (table.number, seat): one.entry
            for table in running.tables.values()
            for seat, one in table.seats.items()
        }
        stored = {
            (table, seat): entry
            for table, taken in seats.tables.items()
            for seat, entry in taken.items()
        }
        assert sitting == stored, f"{about}: {sitting} sit, not {stored}"
        assert running.level == max(1, contest.level), f"{about} is at level {running.level}"


class Announced(msgspec.Struct):
    """Of what is stored with a tournament, its definition."""

    definition: Definition


@cache
def _definition(content: bytes) -> Definition:
    return msgspec.json.decode(content, type=Announced).definition


@cache
def _terms(content: bytes) -> Terms:
    return decode_terms(content)
