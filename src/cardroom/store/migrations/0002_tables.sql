-- What a table was like between two hands, so that it is there again after a restart. Its money
-- stands in the accounts, its last hand among the hands.
create table kept_tables (
    table_id {integer} primary key references tables (id),
    epoch {integer} not null check (epoch > 0),
    record {bytes} not null
){keyed};
