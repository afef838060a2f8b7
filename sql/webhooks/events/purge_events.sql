-- Deletes events 180 days after they happened, delivered or not, with the attempts that a late replay added; not while
-- one is being sent. At most a tenth of p_limit, since an event has up to most_attempts(); returns how many. Reads the
-- oldest ids, since events arrive in about the order of their ids. For purge_expired_rows().
create or replace function purge_events(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  living constant bigint[] := living_workers();
  due bigint[];
begin
  due := array(
    select e.id from events e
    where e.id = any (array(select o.id from events o order by o.id limit greatest(1, p_limit / 10)))
      and e.inserted_at < now() - interval '180 days' and not is_claimed_by(e, living)
    order by e.id
    for update skip locked
  );
  delete from webhook_attempts a where a.event_id = any (due);
  delete from event_bodies b where b.event_id = any (due);
  delete from events e where e.id = any (due);
  return cardinality(due);
end
$$;
