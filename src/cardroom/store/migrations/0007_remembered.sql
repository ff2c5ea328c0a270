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
