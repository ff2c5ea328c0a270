-- Hands have numbers of their own, at most 12 digits, in the order in which they ended. They used to be
-- found by their transfer; a hand for chips has none.
alter table ledger_head add column hands {integer} not null default 0;

-- Which number every hand gets: the settled ones in the order of their transfers, the void ones where
-- the lists of their players had them.
create table numbered_hands (
    key {text} primary key,
    id {integer} not null
){keyed};

insert into numbered_hands (key, id)
select hands.key, row_number() over (
    order by coalesce(hands.transfer * 65536, listed.place, 0), hands.at_ms, hands.key
)
from hands left join (select hand, min(place) as place from void_hands group by hand) as listed
    on listed.hand = hands.key;

alter table hands rename to older_hands;

-- A settled hand for money points to its transfer. One for chips, and a void one, moved no money.
create table hands (
    id {integer} primary key check (id between 1 and 999999999999),
    key {text} not null unique,
    table_id {integer} not null references tables (id),
    epoch {integer} not null,
    number {integer} not null,
    status {text} not null check (status in ('settled', 'void')),
    plays_for {text} not null check (plays_for in ('money', 'chips')),
    transfer {integer} unique references transfers (seq),
    edition {text} not null,
    at_ms {integer} not null,
    result {bytes} not null,
    history {bytes} not null,
    digest {bytes} not null,
    unique (table_id, epoch, number),
    check ((status = 'settled' and plays_for = 'money') = (transfer is not null)),
    check (key = 'hand:' || table_id || ':' || epoch || ':' || number)
){strict};

insert into hands (
    id, key, table_id, epoch, number, status, plays_for, transfer, edition, at_ms, result, history,
    digest
)
select numbered_hands.id, older_hands.key, table_id, epoch, number, status, 'money', transfer, edition,
    at_ms, result, history, digest
from numbered_hands join older_hands on older_hands.key = numbered_hands.key
order by numbered_hands.id;

update ledger_head set hands = (select count(*) from hands);

drop table numbered_hands;

-- sqlite
create table linked_hands (
    word {text} primary key check (length(word) between 20 and 100),
    player {integer} not null references players (id),
    hand {text} not null references hands (key),
    at_ms {integer} not null,
    unique (player, hand)
){strict};

-- sqlite
insert into linked_hands (word, player, hand, at_ms)
select word, player, hand, at_ms from shared_hands;

-- sqlite
drop table shared_hands;

-- sqlite
alter table linked_hands rename to shared_hands;

-- postgresql
alter table shared_hands drop constraint shared_hands_hand_fkey,
add constraint shared_hands_hand_fkey foreign key (hand) references hands (key);

-- Which hands a player was dealt into, the void ones among them, in blocks of 4,096 hands. What is new
-- lies together on a few pages, however many players and hands there are.
alter table dealt_in rename to older_dealt_in;

create table dealt_in (
    block {integer} not null,
    player {integer} not null,
    hand {integer} not null references hands (id),
    primary key (block, player, hand)
){keyed};

insert into dealt_in (block, player, hand)
select hands.id / 4096, older_dealt_in.player, hands.id
from older_dealt_in join hands on hands.transfer = older_dealt_in.transfer order by 1, 2, 3;

-- sqlite
insert into dealt_in (block, player, hand)
select hands.id / 4096, seats.value, hands.id
from hands, json_each(cast(hands.result as text), '$.seats') as seats where hands.status = 'void';

-- postgresql
insert into dealt_in (block, player, hand)
select hands.id / 4096, cast(seats.value as bigint), hands.id
from hands, jsonb_each_text(cast(convert_from(hands.result, 'utf8') as jsonb) -> 'seats') as seats
where hands.status = 'void';

drop table older_dealt_in;

-- Their seals end with them: the hands themselves are sealed, and the audit counts the lists again.
delete from void_hands;

drop table void_hands;

drop table older_hands;

-- sqlite
create trigger hands_stay before update on hands begin
    select raise(abort, 'hands are never changed');
end;

-- sqlite
create trigger hands_kept before delete on hands begin
    select raise(abort, 'hands are never deleted');
end;

-- sqlite
create trigger hands_sealed_insert after insert on hands
when new.transfer is null begin
    insert into touched (relation, key, gone)
    values ('hands', cast(new.key as text), 0);
end;

-- sqlite
create trigger shared_hands_sealed_insert after insert on shared_hands begin
    insert into touched (relation, key, gone)
    values ('shared_hands', cast(new.word as text), 0);
end;

-- sqlite
create trigger shared_hands_sealed_update after update on shared_hands begin
    insert into touched (relation, key, gone)
    values ('shared_hands', cast(new.word as text), 0);
end;

-- sqlite
create trigger shared_hands_sealed_delete after delete on shared_hands begin
    insert into touched (relation, key, gone)
    values ('shared_hands', cast(old.word as text), 1);
end;

-- postgresql
create trigger hands_stay before update or delete or truncate on hands
for each statement execute function refuse_change('hands are never changed');

-- postgresql
create trigger hands_sealed after insert on hands for each row
when (new.transfer is null) execute function touch_row('key');

insert into touched (relation, key, gone)
select 'hands', hands.key, 0 from hands where hands.transfer is null;
