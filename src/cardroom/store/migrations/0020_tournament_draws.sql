-- What chance decided in a tournament, with the proof: a list that waits for players' seeds, a draw
-- that a missing seed ended, one that was given up, one that counts. Written with a step, never again.
create table tournament_draws (
    key {text} primary key,
    tournament {integer} not null references tournaments (id),
    number {integer} not null check (number > 0),
    state {text} not null check (state in ('listed', 'failed', 'void', 'drawn')),
    kind {text} not null,
    step {integer} not null check (step > 0),
    content {bytes} not null,
    unique (tournament, number, state)
){strict};

-- sqlite
create trigger tournament_draws_stay before update on tournament_draws begin
    select raise(abort, 'draws are never changed');
end;

-- sqlite
create trigger tournament_draws_kept before delete on tournament_draws begin
    select raise(abort, 'draws are never deleted');
end;

-- sqlite
create trigger tournament_draws_sealed_insert after insert on tournament_draws begin
    insert into touched (relation, key, gone) values ('tournament_draws', new.key, 0);
end;

-- postgresql
create trigger tournament_draws_stay before update or delete or truncate on tournament_draws
for each statement execute function refuse_change('draws are never changed');

-- postgresql
create trigger tournament_draws_sealed after insert on tournament_draws
for each row execute function touch_row('key');
