-- The log of the decks that players verify: lists, withheld seeds, void hands, draws, each with the
-- hash of all before it. The box has the secrets of the decks, for the auditor's key alone.
create table deck_log (
    number {integer} primary key check (number >= 0),
    kind {text} not null check (kind in ('list', 'withheld', 'void', 'draw')),
    content {bytes} not null,
    hash {bytes} not null check (length(hash) = 32),
    box {bytes} not null
){strict};

-- How far the log went at a moment, signed: the roots of the full parts of its tree, so that it can
-- grow on after a restart.
create table deck_log_heads (
    size {integer} primary key check (size >= 0),
    at_ms {integer} not null,
    root {bytes} not null check (length(root) = 32),
    signature {bytes} not null check (length(signature) = 64),
    peaks {bytes} not null
){strict};

-- sqlite
create trigger deck_log_follows before insert on deck_log begin
    select raise(abort, 'a record continues the log of the decks')
    where new.number <> (select coalesce(max(number), -1) + 1 from deck_log);
end;

-- sqlite
create trigger deck_log_stays before update on deck_log begin
    select raise(abort, 'the log of the decks is never changed');
end;

-- sqlite
create trigger deck_log_kept before delete on deck_log begin
    select raise(abort, 'the log of the decks is never deleted');
end;

-- sqlite
create trigger deck_log_heads_stay before update on deck_log_heads begin
    select raise(abort, 'heads of the log are never changed');
end;

-- sqlite
create trigger deck_log_heads_kept before delete on deck_log_heads begin
    select raise(abort, 'heads of the log are never deleted');
end;

-- postgresql
create trigger deck_log_stays before update or delete or truncate on deck_log
for each statement execute function refuse_change('the log of the decks is never changed');

-- postgresql
create trigger deck_log_heads_stay before update or delete or truncate on deck_log_heads
for each statement execute function refuse_change('heads of the log are never changed');
