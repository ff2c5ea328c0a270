-- postgresql
-- The log of a live tournament has no gap here either; on SQLite, 0015 has this guard.
create function verify_floor_log() returns trigger language plpgsql as $$
begin
    if new.number <> (
        select coalesce(max(number), 0) + 1 from floor_log where floor = new.floor
    ) then
        raise exception 'an entry continues the log';
    end if;
    return new;
end $$;

-- postgresql
create trigger floor_log_follows before insert on floor_log
for each row execute function verify_floor_log();
