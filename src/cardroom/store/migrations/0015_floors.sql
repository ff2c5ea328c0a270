-- Live tournaments: what each is played by, and the secret that the codes of its screens and the
-- secrets of its entries are made from.
create table floors (
    id {integer} primary key check (id > 0),
    key {text} not null unique,
    name {text} not null check (length(name) between 1 and 100),
    currency {text} not null check (length(currency) = 3),
    paper {bytes} not null,
    secret {text} not null check (length(secret) >= 32),
    created_by {integer} not null,
    created_ms {integer} not null
){strict};

-- The log of each: every entry once, in its order, and for ever. What one command wrote has its
-- request, so that the same request again is answered and not done twice.
create table floor_log (
    key {text} primary key,
    floor {integer} not null references floors (id),
    number {integer} not null check (number > 0),
    request {text} not null,
    content {bytes} not null,
    unique (floor, number)
){strict};

-- sqlite
create trigger floors_stay before update on floors begin
    select raise(abort, 'live tournaments are never changed');
end;

-- sqlite
create trigger floors_kept before delete on floors begin
    select raise(abort, 'live tournaments are never deleted');
end;

-- sqlite
create trigger floor_log_follows before insert on floor_log begin
    select raise(abort, 'an entry continues the log')
    where new.number <> (
        select coalesce(max(number), 0) + 1 from floor_log where floor = new.floor
    );
end;

-- sqlite
create trigger floor_log_stays before update on floor_log begin
    select raise(abort, 'the log of a floor is never changed');
end;

-- sqlite
create trigger floor_log_kept before delete on floor_log begin
    select raise(abort, 'the log of a floor is never deleted');
end;

-- postgresql
create trigger floors_stay before update or delete or truncate on floors
for each statement execute function refuse_change('live tournaments are never changed');

-- postgresql
create trigger floor_log_stays before update or delete or truncate on floor_log
for each statement execute function refuse_change('the log of a floor is never changed');

-- sqlite
create trigger floors_sealed_insert after insert on floors begin
    insert into touched (relation, key, gone)
    values ('floors', cast(new.id as text), 0);
end;

-- postgresql
create trigger floors_sealed after insert on floors
for each row execute function touch_row('id');

-- sqlite
create trigger floor_log_sealed_insert after insert on floor_log begin
    insert into touched (relation, key, gone)
    values ('floor_log', cast(new.key as text), 0);
end;

-- postgresql
create trigger floor_log_sealed after insert on floor_log
for each row execute function touch_row('key');
