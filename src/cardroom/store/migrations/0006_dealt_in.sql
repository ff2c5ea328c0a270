-- Which hands a player was dealt into, in blocks of 4,096 transfers. What is new lies together on a
-- few pages, however many players and hands there are: sorted by player alone, every player of
-- every hand had a page of his own to be written.
create table dealt_in (
    block {integer} not null,
    player {integer} not null,
    transfer {integer} not null references transfers (seq),
    primary key (block, player, transfer)
){keyed};

insert into dealt_in (block, player, transfer)
select transfer / 4096, player, transfer from hands_of_player order by 1, 2, 3;

drop table hands_of_player;
