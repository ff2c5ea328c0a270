-- Places of players in the cash lobby: who waits for a stake, and whom which seat is offered to. A
-- buy-in marks the place in its own transaction; the seat is then in the table's next record.
create table lobby_places (
    number {integer} primary key check (number > 0),
    unit {text} not null references units (name),
    epoch {integer} not null check (epoch > 0),
    player {integer} not null,
    table_id {integer} not null default 0,
    seat {integer} not null default 0,
    until_ms {integer} not null default 0,
    bought {integer} not null default 0 check (bought in (0, 1)),
    check ((table_id = 0) = (seat = 0)),
    check (bought = 0 or table_id > 0)
){strict};

create index lobby_places_in_order on lobby_places (unit, epoch, number);

create index lobby_places_at_table on lobby_places (table_id, player);

-- How often a room was started on this database; what is numbered in its memory begins with it.
alter table ledger_head add column runs {integer} not null default 0;

-- sqlite
create trigger lobby_places_sealed_insert after insert on lobby_places begin
    insert into touched (relation, key, gone)
    values ('lobby_places', cast(new.number as text), 0);
end;

-- sqlite
create trigger lobby_places_sealed_update after update on lobby_places begin
    insert into touched (relation, key, gone)
    values ('lobby_places', cast(new.number as text), 0);
end;

-- sqlite
create trigger lobby_places_sealed_delete after delete on lobby_places begin
    insert into touched (relation, key, gone)
    values ('lobby_places', cast(old.number as text), 1);
end;

-- postgresql
create trigger lobby_places_sealed after insert or update or delete on lobby_places
for each row execute function touch_row('number');

-- sqlite
create trigger ledger_head_runs_sealed_update after update of runs on ledger_head begin
    insert into touched (relation, key, gone)
    values ('ledger_head', cast(new.id as text), 0);
end;

-- postgresql
create trigger ledger_head_runs_sealed after update of runs on ledger_head
for each row execute function touch_row('id');
