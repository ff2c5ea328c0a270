-- Hands that a player shows to others by a link: whoever has the word sees what the rail saw.
create table shared_hands (
    word {text} primary key check (length(word) between 20 and 100),
    player {integer} not null references players (id),
    hand {text} not null references hands (key),
    at_ms {integer} not null,
    unique (player, hand)
){strict};
