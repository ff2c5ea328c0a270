-- Bookings of an administrator that are too large for one person: they wait for a second one.
create table bookings (
    reference {text} primary key check (length(reference) between 1 and 100),
    kind {text} not null check (kind in ('deposit', 'withdrawal', 'adjustment')),
    player {integer} not null references players (id),
    amount {integer} not null check (amount <> 0),
    reason {text} not null,
    asked_by {integer} not null references players (id),
    asked_ms {integer} not null,
    state {text} not null default 'waiting'
        check (state in ('waiting', 'approved', 'booked', 'refused', 'withdrawn')),
    decided_by {integer} references players (id),
    decided_ms {integer} not null default 0,
    said {text} not null default '',
    check (state <> 'approved' or decided_by <> asked_by),
    check (state <> 'booked' or decided_by <> asked_by)
){strict};

create index bookings_waiting on bookings (asked_ms) where state in ('waiting', 'approved');

-- The second chain: what the room wrote beside the money, row by row, in the order in which it was
-- written. Each seal carries the hash of the one before it.
create table seals (
    seq {integer} primary key,
    content {bytes} not null,
    hash {bytes} not null
){strict};

-- sqlite
create trigger seals_follow before insert on seals begin
    select raise(abort, 'a seal continues the chain')
    where new.seq <> (select coalesce(max(seq), 0) + 1 from seals);
end;

-- sqlite
create trigger seals_stay before update on seals begin
    select raise(abort, 'seals are never changed');
end;

-- sqlite
create trigger seals_kept before delete on seals begin
    select raise(abort, 'seals are never deleted');
end;

-- postgresql
create trigger seals_stay before update or delete or truncate on seals
for each statement execute function refuse_change('seals are never changed');

-- sqlite
-- Rows that were written and are not sealed yet. The room empties it before it commits: what stays
-- here was written by somebody else.
create table touched (
    id integer primary key,
    relation text not null,
    key text not null,
    gone integer not null check (gone in (0, 1))
) strict;

-- postgresql
create table touched (
    id bigint generated always as identity primary key,
    relation text not null,
    key text not null,
    gone bigint not null check (gone in (0, 1))
);

-- sqlite
create trigger players_sealed_insert after insert on players begin
    insert into touched (relation, key, gone)
    values ('players', cast(new.id as text), 0);
end;

-- sqlite
create trigger players_sealed_update after update on players begin
    insert into touched (relation, key, gone)
    values ('players', cast(new.id as text), 0);
end;

-- sqlite
create trigger players_sealed_delete after delete on players begin
    insert into touched (relation, key, gone)
    values ('players', cast(old.id as text), 1);
end;

-- sqlite
create trigger profiles_sealed_insert after insert on profiles begin
    insert into touched (relation, key, gone)
    values ('profiles', cast(new.player as text), 0);
end;

-- sqlite
create trigger profiles_sealed_update after update on profiles begin
    insert into touched (relation, key, gone)
    values ('profiles', cast(new.player as text), 0);
end;

-- sqlite
create trigger profiles_sealed_delete after delete on profiles begin
    insert into touched (relation, key, gone)
    values ('profiles', cast(old.player as text), 1);
end;

-- sqlite
create trigger sessions_sealed_insert after insert on sessions begin
    insert into touched (relation, key, gone)
    values ('sessions', lower(hex(new.token_hash)), 0);
end;

-- sqlite
create trigger sessions_sealed_update after update on sessions begin
    insert into touched (relation, key, gone)
    values ('sessions', lower(hex(new.token_hash)), 0);
end;

-- sqlite
create trigger sessions_sealed_delete after delete on sessions begin
    insert into touched (relation, key, gone)
    values ('sessions', lower(hex(old.token_hash)), 1);
end;

-- sqlite
create trigger visits_sealed_insert after insert on visits begin
    insert into touched (relation, key, gone)
    values ('visits', new.player || ':' || new.at_ms || ':' || new.family, 0);
end;

-- sqlite
create trigger visits_sealed_update after update on visits begin
    insert into touched (relation, key, gone)
    values ('visits', new.player || ':' || new.at_ms || ':' || new.family, 0);
end;

-- sqlite
create trigger visits_sealed_delete after delete on visits begin
    insert into touched (relation, key, gone)
    values ('visits', old.player || ':' || old.at_ms || ':' || old.family, 1);
end;

-- sqlite
create trigger reports_sealed_insert after insert on reports begin
    insert into touched (relation, key, gone)
    values ('reports', cast(new.id as text), 0);
end;

-- sqlite
create trigger reports_sealed_update after update on reports begin
    insert into touched (relation, key, gone)
    values ('reports', cast(new.id as text), 0);
end;

-- sqlite
create trigger reports_sealed_delete after delete on reports begin
    insert into touched (relation, key, gone)
    values ('reports', cast(old.id as text), 1);
end;

-- sqlite
create trigger measures_sealed_insert after insert on measures begin
    insert into touched (relation, key, gone)
    values ('measures', cast(new.id as text), 0);
end;

-- sqlite
create trigger measures_sealed_update after update on measures begin
    insert into touched (relation, key, gone)
    values ('measures', cast(new.id as text), 0);
end;

-- sqlite
create trigger measures_sealed_delete after delete on measures begin
    insert into touched (relation, key, gone)
    values ('measures', cast(old.id as text), 1);
end;

-- sqlite
create trigger case_entries_sealed_insert after insert on case_entries begin
    insert into touched (relation, key, gone)
    values ('case_entries', cast(new.id as text), 0);
end;

-- sqlite
create trigger case_entries_sealed_update after update on case_entries begin
    insert into touched (relation, key, gone)
    values ('case_entries', cast(new.id as text), 0);
end;

-- sqlite
create trigger case_entries_sealed_delete after delete on case_entries begin
    insert into touched (relation, key, gone)
    values ('case_entries', cast(old.id as text), 1);
end;

-- sqlite
create trigger shared_hands_sealed_insert after insert on shared_hands begin
    insert into touched (relation, key, gone)
    values ('shared_hands', cast(new.word as text), 0);
end;

-- sqlite
create trigger shared_hands_sealed_update after update on shared_hands begin
    insert into touched (relation, key, gone)
    values ('shared_hands', cast(new.word as text), 0);
end;

-- sqlite
create trigger shared_hands_sealed_delete after delete on shared_hands begin
    insert into touched (relation, key, gone)
    values ('shared_hands', cast(old.word as text), 1);
end;

-- sqlite
create trigger money_orders_sealed_insert after insert on money_orders begin
    insert into touched (relation, key, gone)
    values ('money_orders', cast(new.reference as text), 0);
end;

-- sqlite
create trigger money_orders_sealed_update after update on money_orders begin
    insert into touched (relation, key, gone)
    values ('money_orders', cast(new.reference as text), 0);
end;

-- sqlite
create trigger money_orders_sealed_delete after delete on money_orders begin
    insert into touched (relation, key, gone)
    values ('money_orders', cast(old.reference as text), 1);
end;

-- sqlite
create trigger closed_stakes_sealed_insert after insert on closed_stakes begin
    insert into touched (relation, key, gone)
    values ('closed_stakes', cast(new.stake as text), 0);
end;

-- sqlite
create trigger closed_stakes_sealed_update after update on closed_stakes begin
    insert into touched (relation, key, gone)
    values ('closed_stakes', cast(new.stake as text), 0);
end;

-- sqlite
create trigger closed_stakes_sealed_delete after delete on closed_stakes begin
    insert into touched (relation, key, gone)
    values ('closed_stakes', cast(old.stake as text), 1);
end;

-- sqlite
create trigger tables_sealed_insert after insert on tables begin
    insert into touched (relation, key, gone)
    values ('tables', cast(new.id as text), 0);
end;

-- sqlite
create trigger tables_sealed_update after update on tables begin
    insert into touched (relation, key, gone)
    values ('tables', cast(new.id as text), 0);
end;

-- sqlite
create trigger tables_sealed_delete after delete on tables begin
    insert into touched (relation, key, gone)
    values ('tables', cast(old.id as text), 1);
end;

-- sqlite
create trigger kept_tables_sealed_insert after insert on kept_tables begin
    insert into touched (relation, key, gone)
    values ('kept_tables', cast(new.table_id as text), 0);
end;

-- sqlite
create trigger kept_tables_sealed_update after update on kept_tables begin
    insert into touched (relation, key, gone)
    values ('kept_tables', cast(new.table_id as text), 0);
end;

-- sqlite
create trigger kept_tables_sealed_delete after delete on kept_tables begin
    insert into touched (relation, key, gone)
    values ('kept_tables', cast(old.table_id as text), 1);
end;

-- sqlite
create trigger hands_sealed_insert after insert on hands
when new.transfer is null begin
    insert into touched (relation, key, gone)
    values ('hands', cast(new.key as text), 0);
end;

-- sqlite
create trigger void_hands_sealed_insert after insert on void_hands begin
    insert into touched (relation, key, gone)
    values ('void_hands', new.player || ':' || new.place || ':' || new.hand, 0);
end;

-- sqlite
create trigger void_hands_sealed_update after update on void_hands begin
    insert into touched (relation, key, gone)
    values ('void_hands', new.player || ':' || new.place || ':' || new.hand, 0);
end;

-- sqlite
create trigger void_hands_sealed_delete after delete on void_hands begin
    insert into touched (relation, key, gone)
    values ('void_hands', old.player || ':' || old.place || ':' || old.hand, 1);
end;

-- sqlite
create trigger remembered_sealed_insert after insert on remembered begin
    insert into touched (relation, key, gone)
    values ('remembered', cast(new.player as text), 0);
end;

-- sqlite
create trigger remembered_sealed_update after update on remembered begin
    insert into touched (relation, key, gone)
    values ('remembered', cast(new.player as text), 0);
end;

-- sqlite
create trigger remembered_sealed_delete after delete on remembered begin
    insert into touched (relation, key, gone)
    values ('remembered', cast(old.player as text), 1);
end;

-- sqlite
create trigger banzai_exclusions_sealed_insert after insert on banzai_exclusions begin
    insert into touched (relation, key, gone)
    values ('banzai_exclusions', cast(new.player as text), 0);
end;

-- sqlite
create trigger banzai_exclusions_sealed_update after update on banzai_exclusions begin
    insert into touched (relation, key, gone)
    values ('banzai_exclusions', cast(new.player as text), 0);
end;

-- sqlite
create trigger banzai_exclusions_sealed_delete after delete on banzai_exclusions begin
    insert into touched (relation, key, gone)
    values ('banzai_exclusions', cast(old.player as text), 1);
end;

-- sqlite
create trigger receipts_sealed_insert after insert on receipts begin
    insert into touched (relation, key, gone)
    values ('receipts', new.player || ':' || new.at_ms || ':' || new.request, 0);
end;

-- sqlite
create trigger receipts_sealed_update after update on receipts begin
    insert into touched (relation, key, gone)
    values ('receipts', new.player || ':' || new.at_ms || ':' || new.request, 0);
end;

-- sqlite
create trigger receipts_sealed_delete after delete on receipts begin
    insert into touched (relation, key, gone)
    values ('receipts', old.player || ':' || old.at_ms || ':' || old.request, 1);
end;

-- sqlite
create trigger outbox_sealed_insert after insert on outbox
when new.subject <> 'hand.settled' and new.subject not like 'money.%' begin
    insert into touched (relation, key, gone)
    values ('outbox', cast(new.id as text), 0);
end;

-- sqlite
create trigger outbox_sealed_update after update of id, subject, body on outbox
when new.subject <> 'hand.settled' and new.subject not like 'money.%' begin
    insert into touched (relation, key, gone)
    values ('outbox', cast(new.id as text), 0);
end;

-- sqlite
create trigger outbox_sealed_delete after delete on outbox
when old.subject <> 'hand.settled' and old.subject not like 'money.%' begin
    insert into touched (relation, key, gone)
    values ('outbox', cast(old.id as text), 1);
end;

-- sqlite
create trigger bookings_sealed_insert after insert on bookings begin
    insert into touched (relation, key, gone)
    values ('bookings', cast(new.reference as text), 0);
end;

-- sqlite
create trigger bookings_sealed_update after update on bookings begin
    insert into touched (relation, key, gone)
    values ('bookings', cast(new.reference as text), 0);
end;

-- sqlite
create trigger bookings_sealed_delete after delete on bookings begin
    insert into touched (relation, key, gone)
    values ('bookings', cast(old.reference as text), 1);
end;

-- postgresql
create function touch_row() returns trigger language plpgsql as $$
declare
    written jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
    insert into touched (relation, key, gone) values (
        tg_table_name,
        case tg_table_name
            when 'sessions' then substr(written ->> 'token_hash', 3)
            when 'visits' then concat_ws(
                ':', written ->> 'player', written ->> 'at_ms', written ->> 'family'
            )
            when 'receipts' then concat_ws(
                ':', written ->> 'player', written ->> 'at_ms', written ->> 'request'
            )
            when 'void_hands' then concat_ws(
                ':', written ->> 'player', written ->> 'place', written ->> 'hand'
            )
            else written ->> tg_argv[0]
        end,
        case when tg_op = 'DELETE' then 1 else 0 end
    );
    return null;
end $$;

-- postgresql
create trigger players_sealed after insert or update or delete on players
for each row execute function touch_row('id');

-- postgresql
create trigger profiles_sealed after insert or update or delete on profiles
for each row execute function touch_row('player');

-- postgresql
create trigger sessions_sealed after insert or update or delete on sessions
for each row execute function touch_row('token_hash');

-- postgresql
create trigger visits_sealed after insert or update or delete on visits
for each row execute function touch_row('player');

-- postgresql
create trigger reports_sealed after insert or update or delete on reports
for each row execute function touch_row('id');

-- postgresql
create trigger measures_sealed after insert or update or delete on measures
for each row execute function touch_row('id');

-- postgresql
create trigger case_entries_sealed after insert or update or delete on case_entries
for each row execute function touch_row('id');

-- postgresql
create trigger shared_hands_sealed after insert or update or delete on shared_hands
for each row execute function touch_row('word');

-- postgresql
create trigger money_orders_sealed after insert or update or delete on money_orders
for each row execute function touch_row('reference');

-- postgresql
create trigger closed_stakes_sealed after insert or update or delete on closed_stakes
for each row execute function touch_row('stake');

-- postgresql
create trigger tables_sealed after insert or update or delete on tables
for each row execute function touch_row('id');

-- postgresql
create trigger kept_tables_sealed after insert or update or delete on kept_tables
for each row execute function touch_row('table_id');

-- postgresql
create trigger hands_sealed after insert on hands for each row
when (new.transfer is null) execute function touch_row('key');

-- postgresql
create trigger void_hands_sealed after insert or update or delete on void_hands
for each row execute function touch_row('player');

-- postgresql
create trigger remembered_sealed after insert or update or delete on remembered
for each row execute function touch_row('player');

-- postgresql
create trigger banzai_exclusions_sealed after insert or update or delete on banzai_exclusions
for each row execute function touch_row('player');

-- postgresql
create trigger receipts_sealed after insert or update or delete on receipts
for each row execute function touch_row('player');

-- postgresql
create trigger outbox_sealed after insert or update of id, subject, body on outbox for each row
when (new.subject <> 'hand.settled' and new.subject not like 'money.%')
execute function touch_row('id');

-- postgresql
create trigger outbox_sealed_delete after delete on outbox for each row
when (old.subject <> 'hand.settled' and old.subject not like 'money.%')
execute function touch_row('id');

-- postgresql
create trigger bookings_sealed after insert or update or delete on bookings
for each row execute function touch_row('reference');

insert into touched (relation, key, gone)
select 'players', cast(players.id as text), 0 from players;

insert into touched (relation, key, gone)
select 'profiles', cast(profiles.player as text), 0 from profiles;

-- sqlite
insert into touched (relation, key, gone)
select 'sessions', lower(hex(sessions.token_hash)), 0 from sessions;

-- postgresql
insert into touched (relation, key, gone)
select 'sessions', encode(sessions.token_hash, 'hex'), 0 from sessions;

insert into touched (relation, key, gone)
select 'visits', visits.player || ':' || visits.at_ms || ':' || visits.family, 0 from visits;

insert into touched (relation, key, gone)
select 'reports', cast(reports.id as text), 0 from reports;

insert into touched (relation, key, gone)
select 'measures', cast(measures.id as text), 0 from measures;

insert into touched (relation, key, gone)
select 'case_entries', cast(case_entries.id as text), 0 from case_entries;

insert into touched (relation, key, gone)
select 'shared_hands', cast(shared_hands.word as text), 0 from shared_hands;

insert into touched (relation, key, gone)
select 'money_orders', cast(money_orders.reference as text), 0 from money_orders;

insert into touched (relation, key, gone)
select 'closed_stakes', cast(closed_stakes.stake as text), 0 from closed_stakes;

insert into touched (relation, key, gone)
select 'tables', cast(tables.id as text), 0 from tables;

insert into touched (relation, key, gone)
select 'kept_tables', cast(kept_tables.table_id as text), 0 from kept_tables;

insert into touched (relation, key, gone)
select 'hands', cast(hands.key as text), 0 from hands
where hands.transfer is null;

insert into touched (relation, key, gone)
select 'void_hands', void_hands.player || ':' || void_hands.place || ':' || void_hands.hand, 0
from void_hands;

insert into touched (relation, key, gone)
select 'remembered', cast(remembered.player as text), 0 from remembered;

insert into touched (relation, key, gone)
select 'banzai_exclusions', cast(banzai_exclusions.player as text), 0 from banzai_exclusions;

insert into touched (relation, key, gone)
select 'receipts', receipts.player || ':' || receipts.at_ms || ':' || receipts.request, 0 from receipts;

insert into touched (relation, key, gone)
select 'outbox', cast(outbox.id as text), 0 from outbox
where outbox.subject <> 'hand.settled' and outbox.subject not like 'money.%';
