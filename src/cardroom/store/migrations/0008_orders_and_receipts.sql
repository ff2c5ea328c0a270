-- An order is with the cashier from the moment the room begins to send it. Whoever parks an order
-- says why; the room then no longer sends it.
alter table money_orders add column handed_ms {integer} not null default 0;

alter table money_orders add column parked {text} not null default '';

update money_orders set handed_ms = asked_ms where outcome = 'pending' and told_ms > 0;

-- From now on an order is kept together with its money. One that was kept without it never reached
-- the cashier: the player asks again.
update money_orders set outcome = 'refused', said = 'ask_again', closed_ms = asked_ms, booked = 1
where kind = 'withdrawal' and outcome = 'pending'
    and not exists (select 1 from transfers where key = 'withdrawal:' || reference);

-- Requests of players that moved money, written in the same transaction: the same id again moves
-- nothing, and another content under it is refused. The house's own bookings are player 0.
create table receipts (
    player {integer} not null,
    request {text} not null check (length(request) between 1 and 120),
    digest {bytes} not null,
    at_ms {integer} not null,
    primary key (player, request)
){keyed};

create index receipts_by_age on receipts (at_ms);
