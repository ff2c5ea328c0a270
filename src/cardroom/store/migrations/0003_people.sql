-- Who may come in, beside the player's number and name: one row for every account.
create table profiles (
    player {integer} primary key references players (id),
    name_key {text} not null unique check (length(name_key) between 1 and 40),
    kind {text} not null check (kind in ('guest', 'person', 'program', 'practice')),
    role {text} not null check (role in ('player', 'floor', 'risk', 'administrator')),
    password_hash {text},
    owner {integer} references players (id),
    barred_until_ms {integer} not null default 0,
    bar_reason {text} not null default '',
    muted_until_ms {integer} not null default 0
){strict};

create index profiles_of_owner on profiles (owner) where owner is not null;

-- Who is logged in. The secret itself is not kept, only its hash.
create table sessions (
    token_hash {bytes} primary key,
    family {text} not null,
    player {integer} not null references players (id),
    kind {text} not null check (kind in ('cookie', 'bearer')),
    scopes {text} not null,
    created_ms {integer} not null,
    expires_ms {integer} not null
){strict};

create index sessions_of_player on sessions (player);

create index sessions_expiring on sessions (expires_ms);

-- What players reported, and what the house did about accounts: never changed, never deleted.
create table reports (
    id {integer} primary key,
    reporter {integer} not null references players (id),
    request {text} not null,
    at_ms {integer} not null,
    content {bytes} not null,
    unique (reporter, request)
){strict};

create table measures (
    id {integer} primary key,
    actor {integer} not null,
    subject {integer} not null,
    deed {text} not null,
    reason {text} not null,
    at_ms {integer} not null
){strict};

-- sqlite
create trigger reports_kept before delete on reports begin
    select raise(abort, 'reports are never deleted');
end;

-- sqlite
create trigger reports_stay before update on reports begin
    select raise(abort, 'reports are never changed');
end;

-- sqlite
create trigger measures_kept before delete on measures begin
    select raise(abort, 'measures are never deleted');
end;

-- sqlite
create trigger measures_stay before update on measures begin
    select raise(abort, 'measures are never changed');
end;

-- postgresql
create trigger reports_stay before update or delete or truncate on reports
for each statement execute function refuse_change('reports are never changed');

-- postgresql
create trigger measures_stay before update or delete or truncate on measures
for each statement execute function refuse_change('measures are never changed');
