-- Adds changes of floats (float_changes) to what they hold and to their daily totals, ten thousand changes at a time.
-- Changes that are just being written are added the next time. Deletes days that are no longer needed. For the sweep,
-- which runs one at a time.
create or replace function sum_float_changes() returns void
language sql set search_path = public, pg_temp as $$
  with taken as (
    delete from float_changes c where c.id in (select n.id from float_changes n order by n.id limit 10000)
    returning c.account_id, c.change, c.gained, c.changed_at
  ), of_days as (
    insert into float_days as d (account_id, day, gained, gave)
    select t.account_id, lagos_day(t.changed_at), sum(t.gained)::bigint, sum(t.gained - t.change)::bigint
    from taken t group by 1, 2
    on conflict (account_id, day) do update set gained = d.gained + excluded.gained, gave = d.gave + excluded.gave
  ), forgotten as (
    delete from float_days d where d.day < lagos_day(now()) - 10
  )
  update floats f
  set held = f.held + t.change, changed_at = greatest(f.changed_at, t.changed_at)
  from (
    select account_id, sum(change)::bigint as change, max(changed_at) as changed_at from taken group by account_id
  ) t
  where f.account_id = t.account_id
$$;
