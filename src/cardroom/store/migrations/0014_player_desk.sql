-- Which rules a player has accepted, and when: the name of an edition and the version of its content.
create table acceptances (
    key {text} primary key,
    player {integer} not null references players (id),
    edition {text} not null,
    version {text} not null,
    at_ms {integer} not null
){keyed};

create index acceptances_of_player on acceptances (player, at_ms);

-- What players ask the house, each under a number, and what the house answers.
create table help_requests (
    id {integer} primary key check (id > 0),
    player {integer} not null references players (id),
    request {text} not null,
    kind {text} not null,
    subject {text} not null,
    said {text} not null check (length(said) > 0),
    at_ms {integer} not null,
    state {text} not null check (state in ('open', 'answered', 'closed')),
    answer {text} not null default '',
    answered_by {integer},
    answered_ms {integer} not null default 0,
    closed_by {integer},
    closed_ms {integer} not null default 0,
    check ((answered_ms = 0) = (answer = '')),
    check ((closed_ms > 0) = (state = 'closed'))
){strict};

create unique index help_requests_once on help_requests (player, request);

create index help_requests_of_player on help_requests (player, id);

create index help_requests_by_state on help_requests (state, id);

-- What a player must hear, also at the next login; each is shown until it was seen.
create table player_notices (
    key {text} primary key,
    player {integer} not null,
    at_ms {integer} not null,
    content {bytes} not null,
    seen_ms {integer} not null default 0
){strict};

create index player_notices_unseen on player_notices (player, at_ms) where seen_ms = 0;

-- sqlite
create trigger acceptances_sealed_insert after insert on acceptances begin
    insert into touched (relation, key, gone) values ('acceptances', new.key, 0);
end;

-- sqlite
create trigger acceptances_sealed_update after update on acceptances begin
    insert into touched (relation, key, gone) values ('acceptances', new.key, 0);
end;

-- sqlite
create trigger acceptances_sealed_delete after delete on acceptances begin
    insert into touched (relation, key, gone) values ('acceptances', old.key, 1);
end;

-- sqlite
create trigger help_requests_sealed_insert after insert on help_requests begin
    insert into touched (relation, key, gone)
    values ('help_requests', cast(new.id as text), 0);
end;

-- sqlite
create trigger help_requests_sealed_update after update on help_requests begin
    insert into touched (relation, key, gone)
    values ('help_requests', cast(new.id as text), 0);
end;

-- sqlite
create trigger help_requests_sealed_delete after delete on help_requests begin
    insert into touched (relation, key, gone)
    values ('help_requests', cast(old.id as text), 1);
end;

-- sqlite
create trigger player_notices_sealed_insert after insert on player_notices begin
    insert into touched (relation, key, gone) values ('player_notices', new.key, 0);
end;

-- sqlite
create trigger player_notices_sealed_update after update on player_notices begin
    insert into touched (relation, key, gone) values ('player_notices', new.key, 0);
end;

-- sqlite
create trigger player_notices_sealed_delete after delete on player_notices begin
    insert into touched (relation, key, gone) values ('player_notices', old.key, 1);
end;

-- postgresql
create trigger acceptances_sealed after insert or update or delete on acceptances
for each row execute function touch_row('key');

-- postgresql
create trigger help_requests_sealed after insert or update or delete on help_requests
for each row execute function touch_row('id');

-- postgresql
create trigger player_notices_sealed after insert or update or delete on player_notices
for each row execute function touch_row('key');
