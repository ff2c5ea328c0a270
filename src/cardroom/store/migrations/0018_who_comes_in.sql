-- Links by which players who forgot their password set a new one. The word in the link is not kept,
-- only its hash; a link ends once: used, revoked, or replaced by a newer one.
create table password_links (
    id {integer} primary key check (id > 0),
    player {integer} not null references players (id),
    secret {bytes} not null unique check (length(secret) = 32),
    issued_by {integer} not null references players (id),
    issued_ms {integer} not null,
    expires_ms {integer} not null,
    ended {text} not null default '' check (ended in ('', 'used', 'revoked', 'replaced')),
    ended_ms {integer} not null default 0,
    check ((ended = '') = (ended_ms = 0)),
    check (expires_ms > issued_ms)
){strict};

create index password_links_of_player on password_links (player, id);

-- Codes that let people in, so many times and until a moment (0: always).
create table invitations (
    id {integer} primary key check (id > 0),
    code {text} not null unique check (length(code) between 6 and 40),
    uses_max {integer} not null check (uses_max > 0),
    expires_ms {integer} not null,
    note {text} not null,
    issued_by {integer} not null references players (id),
    issued_ms {integer} not null,
    revoked_ms {integer} not null default 0
){strict};

-- Who came in by which invitation.
create table arrivals (
    player {integer} primary key references players (id),
    invitation {integer} not null references invitations (id),
    at_ms {integer} not null
){strict};

create index arrivals_by_invitation on arrivals (invitation, at_ms);

-- People who ask to be let in, where the house decides about each. A guest has no name of their own.
create table applications (
    id {integer} primary key check (id > 0),
    kind {text} not null check (kind in ('guest', 'person')),
    name {text} not null,
    name_key {text} not null,
    password_hash {text},
    secret {bytes} not null unique check (length(secret) = 32),
    guest {integer} references players (id),
    said {text} not null,
    asked_ms {integer} not null,
    state {text} not null check (state in ('waiting', 'approved', 'refused')),
    decided_by {integer} references players (id),
    decided_ms {integer} not null default 0,
    answer {text} not null default '',
    player {integer} references players (id),
    check ((kind = 'person') = (password_hash is not null)),
    check ((state = 'waiting') = (decided_ms = 0)),
    check ((state = 'approved') = (player is not null))
){strict};

create unique index applications_once on applications (name_key) where state = 'waiting';

create index applications_of_name on applications (name_key, id);

create index applications_by_state on applications (state, id);

-- What administrators set while the room runs: it goes before what the operator's file says.
create table house_settings (
    name {text} primary key,
    value {text} not null,
    set_by {integer} not null references players (id),
    set_ms {integer} not null
){strict};

-- sqlite
create trigger password_links_sealed_insert after insert on password_links begin
    insert into touched (relation, key, gone) values ('password_links', cast(new.id as text), 0);
end;

-- sqlite
create trigger password_links_sealed_update after update on password_links begin
    insert into touched (relation, key, gone) values ('password_links', cast(new.id as text), 0);
end;

-- sqlite
create trigger password_links_sealed_delete after delete on password_links begin
    insert into touched (relation, key, gone) values ('password_links', cast(old.id as text), 1);
end;

-- sqlite
create trigger invitations_sealed_insert after insert on invitations begin
    insert into touched (relation, key, gone) values ('invitations', cast(new.id as text), 0);
end;

-- sqlite
create trigger invitations_sealed_update after update on invitations begin
    insert into touched (relation, key, gone) values ('invitations', cast(new.id as text), 0);
end;

-- sqlite
create trigger invitations_sealed_delete after delete on invitations begin
    insert into touched (relation, key, gone) values ('invitations', cast(old.id as text), 1);
end;

-- sqlite
create trigger arrivals_sealed_insert after insert on arrivals begin
    insert into touched (relation, key, gone) values ('arrivals', cast(new.player as text), 0);
end;

-- sqlite
create trigger arrivals_sealed_update after update on arrivals begin
    insert into touched (relation, key, gone) values ('arrivals', cast(new.player as text), 0);
end;

-- sqlite
create trigger arrivals_sealed_delete after delete on arrivals begin
    insert into touched (relation, key, gone) values ('arrivals', cast(old.player as text), 1);
end;

-- sqlite
create trigger applications_sealed_insert after insert on applications begin
    insert into touched (relation, key, gone) values ('applications', cast(new.id as text), 0);
end;

-- sqlite
create trigger applications_sealed_update after update on applications begin
    insert into touched (relation, key, gone) values ('applications', cast(new.id as text), 0);
end;

-- sqlite
create trigger applications_sealed_delete after delete on applications begin
    insert into touched (relation, key, gone) values ('applications', cast(old.id as text), 1);
end;

-- sqlite
create trigger house_settings_sealed_insert after insert on house_settings begin
    insert into touched (relation, key, gone) values ('house_settings', new.name, 0);
end;

-- sqlite
create trigger house_settings_sealed_update after update on house_settings begin
    insert into touched (relation, key, gone) values ('house_settings', new.name, 0);
end;

-- sqlite
create trigger house_settings_sealed_delete after delete on house_settings begin
    insert into touched (relation, key, gone) values ('house_settings', old.name, 1);
end;

-- postgresql
create trigger password_links_sealed after insert or update or delete on password_links
for each row execute function touch_row('id');

-- postgresql
create trigger invitations_sealed after insert or update or delete on invitations
for each row execute function touch_row('id');

-- postgresql
create trigger arrivals_sealed after insert or update or delete on arrivals
for each row execute function touch_row('player');

-- postgresql
create trigger applications_sealed after insert or update or delete on applications
for each row execute function touch_row('id');

-- postgresql
create trigger house_settings_sealed after insert or update or delete on house_settings
for each row execute function touch_row('name');
