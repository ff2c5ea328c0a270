-- The turnstile: whoever writes locks this one row first, so writers pass one by one, in every
-- process. It counts what has been written and holds the last hash of the chain.
create table ledger_head (
    id {integer} primary key check (id = 1),
    transfers {integer} not null,
    hash {bytes} not null,
    accounts {integer} not null,
    messages {integer} not null
){strict};

-- sqlite
insert into ledger_head (id, transfers, hash, accounts, messages) values (1, 0, zeroblob(32), 0, 0);

-- postgresql
insert into ledger_head (id, transfers, hash, accounts, messages)
values (1, 0, decode(repeat('00', 32), 'hex'), 0, 0);

create table players (
    id {integer} primary key check (id > 0),
    name {text} not null unique check (length(name) between 1 and 40),
    since_ms {integer} not null
){strict};

-- Who may settle at a table: the process that was given the present epoch, and nobody else.
create table tables (
    id {integer} primary key check (id > 0),
    epoch {integer} not null check (epoch > 0),
    owner {text} not null
){strict};

-- The balance is kept beside the entries, so that reading it does not mean adding them up.
create table accounts (
    id {integer} primary key,
    name {text} not null unique,
    asset {text} not null,
    may_be_negative {integer} not null
        check (may_be_negative = 0 or name like 'house:%' or name like 'bank:%'),
    balance {integer} not null default 0 check (balance >= 0 or may_be_negative = 1)
){strict};

-- The transfer is the seal of its entries: written after them, refused unless they sum to zero.
-- `content` is the canonical text whose hash continues the chain.
create table transfers (
    seq {integer} primary key,
    key {text} not null unique,
    content {bytes} not null,
    hash {bytes} not null
){strict};

-- An entry without its transfer cannot be committed.
create table entries (
    transfer {integer} not null references transfers (seq) deferrable initially deferred,
    account {integer} not null references accounts (id),
    amount {integer} not null check (amount <> 0),
    by_hand {integer} not null default 0 check (by_hand in (0, 1)),
    primary key (transfer, account)
){keyed};

-- For statements. What hands moved is found through the hands: to index it would touch one more
-- page for every entry of every hand.
create index entries_of_account on entries (account, transfer) where by_hand = 0;

-- Withdrawals, holds and suspense: money that lies aside until one transfer closes it. What falls
-- due by itself says when; for the rest that is 0.
create table set_aside (
    opened {integer} primary key references transfers (seq),
    reason {text} not null,
    account {integer} not null references accounts (id),
    amount {integer} not null check (amount > 0),
    due_ms {integer} not null,
    closed {integer} references transfers (seq)
){strict};

create index set_aside_open on set_aside (reason, due_ms, opened) where closed is null;

-- A settled hand points to its transfer; a voided one keeps its number and moved nothing.
create table hands (
    key {text} primary key,
    table_id {integer} not null references tables (id),
    epoch {integer} not null,
    number {integer} not null,
    status {text} not null check (status in ('settled', 'void')),
    transfer {integer} unique references transfers (seq),
    edition {text} not null,
    at_ms {integer} not null,
    result {bytes} not null,
    history {bytes} not null,
    digest {bytes} not null,
    unique (table_id, epoch, number),
    check ((status = 'settled') = (transfer is not null)),
    check (key = 'hand:' || table_id || ':' || epoch || ':' || number)
){strict};

-- Which hands a player was dealt into, so that he finds them again.
create table hands_of_player (
    player {integer} not null,
    transfer {integer} not null references transfers (seq),
    primary key (player, transfer)
){keyed};

create table statistics (
    player {integer} not null,
    name {text} not null,
    value {integer} not null,
    primary key (player, name)
){keyed};

create table outbox (
    id {integer} primary key,
    subject {text} not null,
    body {bytes} not null,
    delivered_ms {integer}
){strict};

create index outbox_waiting on outbox (id) where delivered_ms is null;

-- sqlite
create trigger transfers_seal before insert on transfers begin
    select raise(abort, 'a transfer continues the chain')
    where new.seq <> (select coalesce(max(seq), 0) + 1 from transfers);
    select raise(abort, 'the entries of a transfer sum to zero')
    where exists (
        select 1 from entries join accounts on accounts.id = entries.account
        where entries.transfer = new.seq group by accounts.asset having sum(entries.amount) <> 0
    );
end;

-- sqlite
create trigger entries_sealed before insert on entries
when exists (select 1 from transfers where seq = new.transfer) begin
    select raise(abort, 'the transfer is sealed');
end;

-- postgresql
create function verify_seal() returns trigger language plpgsql as $$
declare
    first bigint; last bigint; many bigint;
begin
    select min(seq), max(seq), count(*) into first, last, many from sealed;
    if many > 0 and (last - first + 1 <> many
        or (first <> 1 and not exists (select 1 from transfers where seq = first - 1))) then
        raise exception 'a transfer continues the chain';
    end if;
    if exists (
        select 1 from entries join accounts on accounts.id = entries.account
        where entries.transfer between first and last
        group by entries.transfer, accounts.asset having sum(entries.amount) <> 0
    ) then
        raise exception 'the entries of a transfer sum to zero';
    end if;
    return null;
end $$;

-- postgresql
create trigger transfers_seal after insert on transfers referencing new table as sealed
for each statement execute function verify_seal();

-- postgresql
create function verify_unsealed() returns trigger language plpgsql as $$
begin
    if exists (select 1 from added join transfers on transfers.seq = added.transfer) then
        raise exception 'the transfer is sealed';
    end if;
    return null;
end $$;

-- postgresql
create trigger entries_sealed after insert on entries referencing new table as added
for each statement execute function verify_unsealed();

-- sqlite
create trigger transfers_stay before update on transfers begin
    select raise(abort, 'transfers are never changed');
end;

-- sqlite
create trigger transfers_kept before delete on transfers begin
    select raise(abort, 'transfers are never deleted');
end;

-- sqlite
create trigger entries_stay before update on entries begin
    select raise(abort, 'entries are never changed');
end;

-- sqlite
create trigger entries_kept before delete on entries begin
    select raise(abort, 'entries are never deleted');
end;

-- sqlite
create trigger hands_stay before update on hands begin
    select raise(abort, 'hands are never changed');
end;

-- sqlite
create trigger hands_kept before delete on hands begin
    select raise(abort, 'hands are never deleted');
end;

-- sqlite
create trigger accounts_kept before delete on accounts begin
    select raise(abort, 'accounts are never deleted');
end;

-- sqlite
create trigger accounts_stay before update of id, name, asset, may_be_negative on accounts begin
    select raise(abort, 'only the balance of an account changes');
end;

-- sqlite
create trigger set_aside_closed_once before update on set_aside
when old.closed is not null or new.opened <> old.opened or new.amount <> old.amount begin
    select raise(abort, 'what was set aside is closed once');
end;

-- sqlite
create trigger tables_epoch_grows before update on tables when new.epoch <= old.epoch begin
    select raise(abort, 'the epoch of a table grows');
end;

-- postgresql
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '%', tg_argv[0];
end $$;

-- postgresql
create trigger transfers_stay before update or delete or truncate on transfers
for each statement execute function refuse_change('transfers are never changed');

-- postgresql
create trigger entries_stay before update or delete or truncate on entries
for each statement execute function refuse_change('entries are never changed');

-- postgresql
create trigger hands_stay before update or delete or truncate on hands
for each statement execute function refuse_change('hands are never changed');

-- postgresql
create trigger accounts_kept before delete or truncate on accounts
for each statement execute function refuse_change('accounts are never deleted');

-- postgresql
create trigger accounts_stay before update of id, name, asset, may_be_negative on accounts
for each statement execute function refuse_change('only the balance of an account changes');

-- postgresql
create trigger set_aside_closed_once before update on set_aside for each row
when (old.closed is not null or new.opened <> old.opened or new.amount <> old.amount)
execute function refuse_change('what was set aside is closed once');

-- postgresql
create trigger tables_epoch_grows before update on tables for each row
when (new.epoch <= old.epoch) execute function refuse_change('the epoch of a table grows');
