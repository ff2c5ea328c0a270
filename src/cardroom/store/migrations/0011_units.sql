-- What one process runs as a whole: a pool of cash tables of one stake with its lobby, a tournament with
-- its tables, or a job of the house. Whoever claimed it last moves its money, and nobody else.
create table units (
    name {text} primary key check (length(name) between 1 and 100),
    kind {text} not null check (kind in ('pool', 'tournament', 'job')),
    epoch {integer} not null check (epoch > 0),
    owner {text} not null,
    check (name like kind || ':%')
){keyed};

alter table tables add column unit {text} references units (name);

create index tables_of_unit on tables (unit) where unit is not null;

-- How many numbers of tables were given out; none is given twice, also not by two processes.
alter table ledger_head add column tables {integer} not null default 0;

update ledger_head set tables = (select coalesce(max(id), 0) from tables);

insert into touched (relation, key, gone)
select 'ledger_head', cast(ledger_head.id as text), 0 from ledger_head where ledger_head.tables > 0;

-- sqlite
create trigger units_epoch_grows before update on units when new.epoch <= old.epoch begin
    select raise(abort, 'the epoch of a unit grows');
end;

-- sqlite
create trigger units_kept before delete on units begin
    select raise(abort, 'units are never deleted');
end;

-- sqlite
create trigger units_sealed_insert after insert on units begin
    insert into touched (relation, key, gone)
    values ('units', cast(new.name as text), 0);
end;

-- sqlite
create trigger units_sealed_update after update on units begin
    insert into touched (relation, key, gone)
    values ('units', cast(new.name as text), 0);
end;

-- sqlite
create trigger units_sealed_delete after delete on units begin
    insert into touched (relation, key, gone)
    values ('units', cast(old.name as text), 1);
end;

-- postgresql
create trigger units_epoch_grows before update on units for each row
when (new.epoch <= old.epoch) execute function refuse_change('the epoch of a unit grows');

-- postgresql
create trigger units_kept before delete or truncate on units
for each statement execute function refuse_change('units are never deleted');

-- postgresql
create trigger units_sealed after insert or update or delete on units
for each row execute function touch_row('name');

-- sqlite
create trigger ledger_head_sealed_update after update of tables on ledger_head begin
    insert into touched (relation, key, gone)
    values ('ledger_head', cast(new.id as text), 0);
end;

-- postgresql
create trigger ledger_head_sealed after update of tables on ledger_head
for each row execute function touch_row('id');
