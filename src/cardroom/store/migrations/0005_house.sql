-- What players asked of the operator's own cashier: told until he has taken it, closed by his word,
-- booked in the ledger after that. Every step may be repeated.
create table money_orders (
    reference {text} primary key check (length(reference) between 1 and 80),
    kind {text} not null check (kind in ('deposit', 'withdrawal')),
    player {integer} not null references players (id),
    amount {integer} not null check (amount > 0),
    currency {text} not null,
    asked_ms {integer} not null,
    told_ms {integer} not null default 0,
    pay_at {text} not null default '',
    outcome {text} not null default 'pending' check (outcome in ('pending', 'confirmed', 'refused')),
    said {text} not null default '',
    closed_ms {integer} not null default 0,
    booked {integer} not null default 0 check (booked in (0, 1))
){strict};

create index money_orders_of_player on money_orders (player, asked_ms);

create index money_orders_unfinished on money_orders (asked_ms) where booked = 0;

-- Stakes that an administrator closed; they stay closed over a restart.
create table closed_stakes (
    stake {text} primary key
){keyed};

-- Who came in when, kept after the session itself is gone (FAIR-03).
create table visits (
    player {integer} not null references players (id),
    at_ms {integer} not null,
    family {text} not null,
    primary key (player, at_ms, family)
){keyed};

-- What the house did in a case, in its order: never changed, never deleted.
create table case_entries (
    id {integer} primary key,
    case_id {integer} not null references reports (id),
    actor {integer} not null,
    at_ms {integer} not null,
    content {bytes} not null
){strict};

create index case_entries_of_case on case_entries (case_id, id);

-- sqlite
create trigger case_entries_kept before delete on case_entries begin
    select raise(abort, 'entries of cases are never deleted');
end;

-- sqlite
create trigger case_entries_stay before update on case_entries begin
    select raise(abort, 'entries of cases are never changed');
end;

-- postgresql
create trigger case_entries_stay before update or delete or truncate on case_entries
for each statement execute function refuse_change('entries of cases are never changed');
