"""A house with one row of everything that is kept beside the money, written as the room does."""

from functools import partial

from cardroom.ledger import Transfer
from cardroom.store import Store
from cardroom.store.databases.database import One, Script
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from tests.store.played_room import play
from tests.store.played_tournaments import Recorded, announce, played, under

BLANK = bytes(32)
DUEL = played("sit-and-go-2", players=2, seed=4)
"""A Sit & Go for two, of a few hands."""
WRITTEN = """
insert into players (id, name, since_ms) values (1, 'Robin', 1), (2, 'Sam', 1);
insert into profiles (player, name_key, kind, role, password_hash) values
    (1, 'robin', 'person', 'administrator', 'scrypt 1'), (2, 'sam', 'person', 'player', 'scrypt 2');
insert into measures (id, actor, subject, deed, reason, at_ms) values
    (1, 1, 1, 'made_administrator', 'the first', 1), (2, 1, 2, 'barred', 'two accounts', 2);
update profiles set barred_until_ms = 99, bar_reason = 'two accounts', muted_until_ms = 98
    where player = 2;
insert into sessions (token_hash, family, player, kind, scopes, created_ms, expires_ms)
    values ($1, 'f', 1, 'cookie', 'play', 1, 50);
insert into visits (player, at_ms, family) values (1, 1, 'f');
insert into reports (id, reporter, request, at_ms, content) values (1, 2, 'q', 3, $1);
insert into case_entries (id, case_id, actor, at_ms, content) values (1, 1, 1, 4, $1);
insert into shared_hands (word, player, hand, at_ms) values
    ('twenty-and-more-characters', 1, 'hand:1:1:1', 5);
insert into money_orders
    (reference, kind, player, amount, currency, asked_ms, outcome, closed_ms, booked)
    values ('deposit-1', 'deposit', 1, 500, 'EUR', 6, 'refused', 7, 1);
insert into units (name, kind, epoch, owner) values ('job:charity', 'job', 3, 'cardroom');
insert into units (name, kind, epoch, owner)
    values ('pool:nl-holdem:ordinary:50:100', 'pool', 3, 'cardroom');
insert into lobby_places (number, unit, epoch, player)
    values (5, 'pool:nl-holdem:ordinary:50:100', 3, 2);
update ledger_head set tables = tables + 7 where id = 1;
update ledger_head set runs = runs + 1 where id = 1;
insert into closed_stakes (stake) values ('nl-holdem:ordinary:5:10');
insert into kept_tables (table_id, epoch, record) values (1, 1, $1);
insert into bookings
    (reference, kind, player, amount, reason, asked_by, asked_ms, state, decided_by)
    values ('b1', 'adjustment', 2, 900000, 'why', 1, 8, 'refused', 2);
insert into remembered (player, until_ms, record) values (2, 60, $1);
insert into banzai_exclusions (player, actor, at_ms, reason) values (2, 1, 9, 'he asked');
insert into receipts (player, request, digest, at_ms) values (2, 'a1', $1, 9);
insert into kept_queues (name, record) values ('hexapro:500', $1);
insert into occurrences (key, schedule, date, ordinal, starts_ms, state, at_ms, tournament)
    values ('nightly/2026-11-17/1', 'nightly', '2026-11-17', 1, 10, 'opened', 9, 1);
insert into ticket_grants (id, player, asset, granted_ms, expires_ms)
    values (1, 1, 'EUR-5000-sunday', 9, 99);
insert into seats_won (key, satellite, target, player, content, state, at_ms)
    values ('prize:1:2', 1, 1, 2, $1, 'open', 9);
insert into acceptances (key, player, edition, version, at_ms)
    values ('2:en-2.7:2.7', 2, 'en-2.7', '2.7', 9);
insert into help_requests (id, player, request, kind, subject, said, at_ms, state)
    values (1, 2, 'h1', 'hand', 'hand:1:1:1', 'who won?', 9, 'open');
insert into player_notices (key, player, at_ms, content) values ('2:help:1', 2, 9, $1);
insert into password_links (id, player, secret, issued_by, issued_ms, expires_ms)
    values (1, 2, $1, 1, 9, 99);
insert into invitations (id, code, uses_max, expires_ms, note, issued_by, issued_ms)
    values (1, 'FRIDAY-NIGHT', 5, 99, 'the club', 1, 9);
insert into arrivals (player, invitation, at_ms) values (2, 1, 9);
insert into applications (id, kind, name, name_key, password_hash, secret, said, asked_ms, state)
    values (1, 'person', 'Kim', 'kim', 'scrypt 3', $1, 'a friend of Robin', 9, 'waiting');
insert into alerts
    (id, kind, first, second, evidence, strength, until_hand, at_ms, content, case_id, state)
    values (1, 'pair', 1, 2, 'pair:1:2:0', 60, 1, 9, $1, 1, 'open');
insert into case_players (key, case_id, player) values ('1:1', 1, 1);
insert into card_reviews (id, at_ms, first_hand, last_hand, reason)
    values (1, 9, 1, 1, 'routine review');
insert into decision_times (hand, times) values ('hand:1:1:1', $1);
insert into signals (key, player, kind, word, at_ms) values ('2:address:00', 2, 'address', $1, 9);
insert into house_settings (name, value, set_by, set_ms) values ('guests', '"closed"', 1, 9);
insert into vouchers (id, key, player, tournament, package, asset, issued_ms, state)
    values (1, 'prize:1:1', 1, 1, 'Barcelona', 'EUR-5000-barcelona', 9, 'open')
"""
"""In an order that the references of the schema allow."""


async def furnish(store: Store) -> None:
    """Write a played room, a tournament, and one row of everything."""
    await play(store)
    await write_tournament(store, DUEL)
    for sql in WRITTEN.split(";"):
        values = (BLANK,) if "$1" in sql else ()
        await store.run_script(partial(write, sql.strip(), *values))
    await store.run_script(_tell)


async def write_tournament(store: Store, recorded: Recorded) -> None:
    """Write all that happened in a tournament, one deed after the other."""
    claims = await announce(StoredTournaments(store), recorded)
    epochs = {claim.tournament: claim.epoch for claim in claims}
    for deed in recorded.deeds:
        if isinstance(deed, Transfer):
            await store.transfer(deed)
        else:
            await store.write_steps([under(deed, epochs[deed.tournament])])


def write(sql: str, *values: object) -> Script[object]:
    """One statement, as a script of the store."""
    yield One(sql, values)
    return None


def _tell() -> Script[object]:
    """A message about no money, in its place."""
    ((last,),) = yield One("select messages from ledger_head where id = 1")
    said = "insert into outbox (id, subject, body) values ($1, 'measure.taken', $2)"
    yield One(said, (last + 1, b"{}"))
    yield One("update ledger_head set messages = $1 where id = 1", (last + 1,))
    return None
