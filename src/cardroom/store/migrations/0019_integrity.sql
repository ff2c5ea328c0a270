-- What the review of play has found, strongest first on the desk: about two players, or one. The word in
-- `evidence` names what an alert was made from, so that nothing is evidence twice.
create table alerts (
    id {integer} primary key check (id > 0),
    kind {text} not null check (kind in ('pair', 'superuser', 'bot', 'signal', 'chat')),
    first {integer} not null references players (id),
    second {integer} references players (id),
    evidence {text} not null unique check (length(evidence) between 1 and 200),
    strength {integer} not null check (strength between 0 and 1000),
    until_hand {integer} not null check (until_hand >= 0),
    at_ms {integer} not null,
    content {bytes} not null,
    case_id {integer} references reports (id),
    state {text} not null default 'waiting' check (state in ('waiting', 'open', 'closed')),
    check (second is null or second > first),
    check ((state = 'waiting') = (case_id is null))
){strict};

create index alerts_by_strength on alerts (state, strength, id);

create index alerts_of_case on alerts (case_id);

-- Every time a program of the house reads all cards of many hands: noted before it reads them.
create table card_reviews (
    id {integer} primary key check (id > 0),
    at_ms {integer} not null,
    first_hand {integer} not null,
    last_hand {integer} not null,
    asked_by {integer} references players (id),
    reason {text} not null check (length(reason) between 3 and 500),
    ended_ms {integer} not null default 0,
    hands {integer} not null default 0,
    alerts {integer} not null default 0
){strict};

-- What accounts have in common outside the hands, by a keyed hash: nobody reads an address here.
create table signals (
    key {text} primary key,
    player {integer} not null references players (id),
    kind {text} not null check (kind in ('address', 'device', 'payment')),
    word {bytes} not null check (length(word) = 32),
    at_ms {integer} not null
){keyed};

create index signals_by_word on signals (kind, word, player);

-- Whom a case concerns, by its report or by an entry: a player finds the cases of their own.
create table case_players (
    key {text} primary key,
    case_id {integer} not null references reports (id),
    player {integer} not null references players (id)
){keyed};

create index case_players_of_player on case_players (player, case_id);

create index reports_of_reporter on reports (reporter, id);

-- sqlite
create trigger case_players_sealed_insert after insert on case_players begin
    insert into touched (relation, key, gone) values ('case_players', new.key, 0);
end;

-- sqlite
create trigger case_players_sealed_update after update on case_players begin
    insert into touched (relation, key, gone) values ('case_players', new.key, 0);
end;

-- sqlite
create trigger case_players_sealed_delete after delete on case_players begin
    insert into touched (relation, key, gone) values ('case_players', old.key, 1);
end;

-- postgresql
create trigger case_players_sealed after insert or update or delete on case_players
for each row execute function touch_row('key');

-- sqlite
create trigger alerts_sealed_insert after insert on alerts begin
    insert into touched (relation, key, gone) values ('alerts', cast(new.id as text), 0);
end;

-- sqlite
create trigger alerts_sealed_update after update on alerts begin
    insert into touched (relation, key, gone) values ('alerts', cast(new.id as text), 0);
end;

-- sqlite
create trigger alerts_sealed_delete after delete on alerts begin
    insert into touched (relation, key, gone) values ('alerts', cast(old.id as text), 1);
end;

-- sqlite
create trigger card_reviews_sealed_insert after insert on card_reviews begin
    insert into touched (relation, key, gone) values ('card_reviews', cast(new.id as text), 0);
end;

-- sqlite
create trigger card_reviews_sealed_update after update on card_reviews begin
    insert into touched (relation, key, gone) values ('card_reviews', cast(new.id as text), 0);
end;

-- sqlite
create trigger card_reviews_sealed_delete after delete on card_reviews begin
    insert into touched (relation, key, gone) values ('card_reviews', cast(old.id as text), 1);
end;

-- sqlite
create trigger signals_sealed_insert after insert on signals begin
    insert into touched (relation, key, gone) values ('signals', new.key, 0);
end;

-- sqlite
create trigger signals_sealed_update after update on signals begin
    insert into touched (relation, key, gone) values ('signals', new.key, 0);
end;

-- sqlite
create trigger signals_sealed_delete after delete on signals begin
    insert into touched (relation, key, gone) values ('signals', old.key, 1);
end;

-- postgresql
create trigger alerts_sealed after insert or update or delete on alerts
for each row execute function touch_row('id');

-- postgresql
create trigger card_reviews_sealed after insert or update or delete on card_reviews
for each row execute function touch_row('id');

-- postgresql
create trigger signals_sealed after insert or update or delete on signals
for each row execute function touch_row('key');
