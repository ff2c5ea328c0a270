-- How long the decisions of a hand took, in their order: for the review of play. 0 where a decision has no time.
create table decision_times (
    hand {text} primary key,
    times {bytes} not null
){keyed};

-- sqlite
create trigger decision_times_sealed_insert after insert on decision_times begin
    insert into touched (relation, key, gone) values ('decision_times', new.hand, 0);
end;

-- sqlite
create trigger decision_times_sealed_update after update on decision_times begin
    insert into touched (relation, key, gone) values ('decision_times', new.hand, 0);
end;

-- sqlite
create trigger decision_times_sealed_delete after delete on decision_times begin
    insert into touched (relation, key, gone) values ('decision_times', old.hand, 1);
end;

-- postgresql
create trigger decision_times_sealed after insert or update or delete on decision_times
for each row execute function touch_row('hand');
