-- The key that seals what the processes of this room send each other, made once, and a hash of the keys of its decks.
create table room_key (
    id {integer} primary key check (id = 1),
    key {bytes} not null,
    decks {bytes}
){strict};

-- The processes of a room that has several, with the public key of each. A process has another name at every start.
create table processes (
    name {text} primary key,
    public_key {bytes} not null,
    roles {text} not null,
    machine {text} not null,
    at_ms {integer} not null
){keyed};
