-- Tournaments: what they were announced with. Their course is in the steps.
create table tournament_papers (
    digest {bytes} primary key,
    content {bytes} not null
){strict};

create table tournaments (
    id {integer} primary key check (id > 0),
    key {text} not null unique check (length(key) between 1 and 200),
    name {text} not null check (length(name) between 1 and 200),
    template {text} not null,
    currency {text} not null,
    definition {bytes} not null references tournament_papers (digest),
    terms {bytes} not null references tournament_papers (digest),
    created_ms {integer} not null,
    starts_ms {integer},
    flights {text} not null
){strict};

create index tournaments_of_template on tournaments (template, id);

-- How many numbers of tournaments were given out.
alter table ledger_head add column tournaments {integer} not null default 0;

-- How far a tournament has come. It follows from the steps, and the audit counts it again.
create table tournament_progress (
    tournament {integer} primary key references tournaments (id),
    state {text} not null check (state in ('announced', 'running', 'finished', 'cancelled')),
    registration_open {integer} not null check (registration_open in (0, 1)),
    done {integer} not null check (done in (0, 1)),
    steps {integer} not null,
    events {integer} not null,
    last_ms {integer} not null,
    entries {integer} not null,
    started_ms {integer} not null,
    ended_ms {integer} not null,
    check (done = 0 or state in ('finished', 'cancelled'))
){strict};

create index tournaments_in_progress on tournament_progress (tournament) where done = 0;

-- A step of a tournament: its events, and which transfers of the chain and which hand belong to it.
create table tournament_steps (
    key {text} primary key,
    tournament {integer} not null references tournaments (id),
    number {integer} not null check (number > 0),
    epoch {integer} not null,
    first_event {integer} not null check (first_event > 0),
    event_count {integer} not null check (event_count >= 0),
    at_ms {integer} not null,
    events {bytes} not null,
    first_transfer {integer},
    transfer_count {integer} not null check (transfer_count >= 0),
    hand {integer} references hands (id),
    digest {bytes} not null,
    unique (tournament, number),
    check (key = tournament || ':' || number),
    check ((transfer_count = 0) = (first_transfer is null))
){strict};

-- Which table of the room is which table of a tournament.
create table tournament_tables (
    table_id {integer} primary key references tables (id),
    tournament {integer} not null references tournaments (id),
    number {integer} not null check (number > 0),
    unique (tournament, number)
){strict};

-- Entries and their results, for the lists of players. They follow from the events.
create table tournament_entries (
    tournament {integer} not null references tournaments (id),
    entry {integer} not null,
    player {integer} not null,
    registered_ms {integer} not null,
    paid {integer} not null,
    given_back {integer} not null default 0,
    place {integer} not null default 0,
    prize {integer} not null default 0,
    bounties {integer} not null default 0,
    held {integer} not null default 0,
    primary key (tournament, entry)
){keyed};

create index tournament_entries_of_player on tournament_entries (player, tournament);

-- Seats in a tournament that were won in a satellite, each taken once.
create table seats_won (
    key {text} primary key check (length(key) between 1 and 200),
    satellite {integer} not null references tournaments (id),
    target {integer} not null references tournaments (id),
    player {integer} not null,
    content {bytes} not null,
    state {text} not null check (state in ('open', 'seated', 'ticket', 'cash')),
    entry {integer},
    at_ms {integer} not null,
    taken_ms {integer} not null default 0
){strict};

create index seats_open on seats_won (target) where state = 'open';

-- Starts of schedules that were dealt with: each once.
create table occurrences (
    key {text} primary key check (length(key) between 1 and 200),
    schedule {text} not null,
    date {text} not null check (length(date) = 10),
    ordinal {integer} not null check (ordinal > 0),
    starts_ms {integer} not null,
    state {text} not null check (state in ('opened', 'held', 'missed', 'cancelled')),
    at_ms {integer} not null,
    tournament {integer} references tournaments (id),
    check (key = schedule || '/' || date || '/' || ordinal)
){strict};

create index occurrences_in_order on occurrences (schedule, starts_ms);

create table kept_queues (
    name {text} primary key check (length(name) between 1 and 100),
    record {bytes} not null
){strict};

-- Until when tickets are good that players were given. Which of equal ones are left follows from how
-- many a player has: those that expire last.
create table ticket_grants (
    id {integer} primary key,
    player {integer} not null,
    asset {text} not null,
    granted_ms {integer} not null,
    expires_ms {integer} not null
){strict};

create index ticket_grants_of_player on ticket_grants (player, asset);

create index ticket_grants_by_expiry on ticket_grants (expires_ms) where expires_ms > 0;

-- Packages for live tournaments; an operator marks them as fulfilled.
create table vouchers (
    id {integer} primary key,
    key {text} not null unique check (length(key) between 1 and 200),
    player {integer} not null,
    tournament {integer} not null references tournaments (id),
    package {text} not null check (length(package) between 1 and 200),
    asset {text} not null,
    issued_ms {integer} not null,
    state {text} not null check (state in ('open', 'fulfilled')),
    fulfilled_by {text} not null default '',
    note {text} not null default '',
    fulfilled_ms {integer} not null default 0,
    check ((state = 'open') = (fulfilled_by = ''))
){strict};

create index vouchers_of_player on vouchers (player);

-- When a process was last alive, so that the next one knows since when the room was down.
create table heartbeats (
    owner {text} primary key,
    at_ms {integer} not null
){strict};

-- sqlite
create trigger tournament_steps_follow before insert on tournament_steps begin
    select raise(abort, 'a step continues its tournament')
    where not exists (
        select 1 from tournament_steps earlier
        where earlier.tournament = new.tournament and earlier.number = new.number - 1
            and earlier.first_event + earlier.event_count = new.first_event
    ) and (new.number, new.first_event) <> (1, 1);
end;

-- postgresql
create function verify_step() returns trigger language plpgsql as $$
begin
    if not exists (
        select 1 from tournament_steps earlier
        where earlier.tournament = new.tournament and earlier.number = new.number - 1
            and earlier.first_event + earlier.event_count = new.first_event
    ) and (new.number, new.first_event) <> (1, 1) then
        raise exception 'a step continues its tournament';
    end if;
    return new;
end $$;

-- postgresql
create trigger tournament_steps_follow before insert on tournament_steps
for each row execute function verify_step();

-- sqlite
create trigger tournament_papers_stay before update on tournament_papers begin
    select raise(abort, 'the papers of a tournament are never changed');
end;

-- sqlite
create trigger tournament_papers_kept before delete on tournament_papers begin
    select raise(abort, 'the papers of a tournament are never deleted');
end;

-- postgresql
create trigger tournament_papers_stay before update or delete or truncate on tournament_papers
for each statement execute function refuse_change('the papers of a tournament are never changed');

-- sqlite
create trigger tournaments_stay before update on tournaments begin
    select raise(abort, 'tournaments are never changed');
end;

-- sqlite
create trigger tournaments_kept before delete on tournaments begin
    select raise(abort, 'tournaments are never deleted');
end;

-- postgresql
create trigger tournaments_stay before update or delete or truncate on tournaments
for each statement execute function refuse_change('tournaments are never changed');

-- sqlite
create trigger tournament_steps_stay before update on tournament_steps begin
    select raise(abort, 'steps are never changed');
end;

-- sqlite
create trigger tournament_steps_kept before delete on tournament_steps begin
    select raise(abort, 'steps are never deleted');
end;

-- postgresql
create trigger tournament_steps_stay before update or delete or truncate on tournament_steps
for each statement execute function refuse_change('steps are never changed');

-- sqlite
create trigger tournament_tables_stay before update on tournament_tables begin
    select raise(abort, 'the tables of a tournament are never changed');
end;

-- sqlite
create trigger tournament_tables_kept before delete on tournament_tables begin
    select raise(abort, 'the tables of a tournament are never deleted');
end;

-- postgresql
create trigger tournament_tables_stay before update or delete or truncate on tournament_tables
for each statement execute function refuse_change('the tables of a tournament are never changed');

-- sqlite
create trigger occurrences_stay before update on occurrences begin
    select raise(abort, 'occurrences are never changed');
end;

-- sqlite
create trigger occurrences_kept before delete on occurrences begin
    select raise(abort, 'occurrences are never deleted');
end;

-- postgresql
create trigger occurrences_stay before update or delete or truncate on occurrences
for each statement execute function refuse_change('occurrences are never changed');

-- sqlite
create trigger ticket_grants_stay before update on ticket_grants begin
    select raise(abort, 'ticket grants are never changed');
end;

-- sqlite
create trigger ticket_grants_kept before delete on ticket_grants begin
    select raise(abort, 'ticket grants are never deleted');
end;

-- postgresql
create trigger ticket_grants_stay before update or delete or truncate on ticket_grants
for each statement execute function refuse_change('ticket grants are never changed');

-- sqlite
create trigger seats_won_used_once before update on seats_won
when old.state <> 'open' or new.key <> old.key or new.player <> old.player begin
    select raise(abort, 'seats that were won change once, when they are used');
end;

-- postgresql
create trigger seats_won_used_once before update on seats_won for each row
when (old.state <> 'open' or new.key <> old.key or new.player <> old.player)
execute function refuse_change('seats that were won change once, when they are used');

-- sqlite
create trigger seats_won_kept before delete on seats_won begin
    select raise(abort, 'seats that were won are never deleted');
end;

-- postgresql
create trigger seats_won_kept before delete or truncate on seats_won
for each statement execute function refuse_change('seats that were won are never deleted');

-- sqlite
create trigger vouchers_used_once before update on vouchers
when old.state <> 'open' or new.key <> old.key or new.player <> old.player begin
    select raise(abort, 'vouchers change once, when they are used');
end;

-- postgresql
create trigger vouchers_used_once before update on vouchers for each row
when (old.state <> 'open' or new.key <> old.key or new.player <> old.player)
execute function refuse_change('vouchers change once, when they are used');

-- sqlite
create trigger vouchers_kept before delete on vouchers begin
    select raise(abort, 'vouchers are never deleted');
end;

-- postgresql
create trigger vouchers_kept before delete or truncate on vouchers
for each statement execute function refuse_change('vouchers are never deleted');

-- sqlite
create trigger tournaments_sealed_insert after insert on tournaments begin
    insert into touched (relation, key, gone)
    values ('tournaments', cast(new.id as text), 0);
end;

-- postgresql
create trigger tournaments_sealed after insert on tournaments
for each row execute function touch_row('id');

-- sqlite
create trigger tournament_steps_sealed_insert after insert on tournament_steps begin
    insert into touched (relation, key, gone)
    values ('tournament_steps', cast(new.key as text), 0);
end;

-- postgresql
create trigger tournament_steps_sealed after insert on tournament_steps
for each row execute function touch_row('key');

-- sqlite
create trigger tournament_tables_sealed_insert after insert on tournament_tables begin
    insert into touched (relation, key, gone)
    values ('tournament_tables', cast(new.table_id as text), 0);
end;

-- postgresql
create trigger tournament_tables_sealed after insert on tournament_tables
for each row execute function touch_row('table_id');

-- sqlite
create trigger occurrences_sealed_insert after insert on occurrences begin
    insert into touched (relation, key, gone)
    values ('occurrences', cast(new.key as text), 0);
end;

-- postgresql
create trigger occurrences_sealed after insert on occurrences
for each row execute function touch_row('key');

-- sqlite
create trigger ticket_grants_sealed_insert after insert on ticket_grants begin
    insert into touched (relation, key, gone)
    values ('ticket_grants', cast(new.id as text), 0);
end;

-- postgresql
create trigger ticket_grants_sealed after insert on ticket_grants
for each row execute function touch_row('id');

-- sqlite
create trigger seats_won_sealed_insert after insert on seats_won begin
    insert into touched (relation, key, gone)
    values ('seats_won', cast(new.key as text), 0);
end;

-- sqlite
create trigger seats_won_sealed_update after update on seats_won begin
    insert into touched (relation, key, gone)
    values ('seats_won', cast(new.key as text), 0);
end;

-- sqlite
create trigger seats_won_sealed_delete after delete on seats_won begin
    insert into touched (relation, key, gone)
    values ('seats_won', cast(old.key as text), 1);
end;

-- postgresql
create trigger seats_won_sealed after insert or update or delete on seats_won
for each row execute function touch_row('key');

-- sqlite
create trigger vouchers_sealed_insert after insert on vouchers begin
    insert into touched (relation, key, gone)
    values ('vouchers', cast(new.id as text), 0);
end;

-- sqlite
create trigger vouchers_sealed_update after update on vouchers begin
    insert into touched (relation, key, gone)
    values ('vouchers', cast(new.id as text), 0);
end;

-- sqlite
create trigger vouchers_sealed_delete after delete on vouchers begin
    insert into touched (relation, key, gone)
    values ('vouchers', cast(old.id as text), 1);
end;

-- postgresql
create trigger vouchers_sealed after insert or update or delete on vouchers
for each row execute function touch_row('id');

-- sqlite
create trigger kept_queues_sealed_insert after insert on kept_queues begin
    insert into touched (relation, key, gone)
    values ('kept_queues', cast(new.name as text), 0);
end;

-- sqlite
create trigger kept_queues_sealed_update after update on kept_queues begin
    insert into touched (relation, key, gone)
    values ('kept_queues', cast(new.name as text), 0);
end;

-- sqlite
create trigger kept_queues_sealed_delete after delete on kept_queues begin
    insert into touched (relation, key, gone)
    values ('kept_queues', cast(old.name as text), 1);
end;

-- postgresql
create trigger kept_queues_sealed after insert or update or delete on kept_queues
for each row execute function touch_row('name');
