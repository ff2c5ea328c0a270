-- What the room must remember about a player between two seats: with how much they left which table,
-- what they must carry over, how often they came back. Written with the transfer that changed it;
-- after `until_ms` nothing in it has any effect.
create table remembered (
    player {integer} primary key,
    until_ms {integer} not null,
    record {bytes} not null
){strict};

create index remembered_until on remembered (until_ms);

-- Players whom the operator keeps out of Banzai (BANZ-08): by whom, since when and why. Who was let
-- in again is found among the measures of the house.
create table banzai_exclusions (
    player {integer} primary key,
    actor {integer} not null,
    at_ms {integer} not null,
    reason {text} not null
){strict};

-- Void hands in the lists of those who were dealt into them. They have no transfer, so their place in
-- a list is that of the last transfer before them, times 65,536, plus a number of their own.
create table void_hands (
    player {integer} not null,
    place {integer} not null,
    hand {text} not null references hands (key),
    primary key (player, place)
){keyed};

create index void_hands_in_order on void_hands (place);
