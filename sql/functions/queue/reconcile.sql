-- Adds a job for every row that waits for a worker and has none: rows decide what is to be done, not the queue. Rows
-- younger than some seconds are left alone. Also expires virtual accounts. Returns how many jobs it added; 0 if another
-- process is doing this.
--
-- Looks at the oldest thousand waiting rows of each kind and environment, however many wait. That finds every lost job
-- in time: jobs are taken in the order of their rows, so a row that lost its job is among the oldest when its turn has
-- come. Its new job is then the first.
create or replace function reconcile() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten record;
  added integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('reconcile')) then
    return 0;
  end if;
  perform expire_virtual_accounts();

  select coalesce(sum(enqueue_due_deliveries(merchant_id, environment)), 0) into added
  from endpoints_with_due_events();

  for forgotten in
    select r.task, array_agg(distinct r.id) as ids
    from unnest(array['live', 'test']) environment
    cross join waiting_rows(environment, 1000) r
    where r.since < business_now(r.merchant_id, environment) - interval '5 s' and not has_job(r.task, environment, r.id)
    group by r.task
  loop
    added := added + enqueue_jobs(forgotten.task, forgotten.ids, p_first => true);
  end loop;
  return added;
end
$$;
