-- Adds a job for every row of an environment that waits for a worker and has none: the rows say what is to be done, not
-- the queue. Rows younger than some seconds are left alone. Also expires virtual accounts, and adds up the floats,
-- which are live. Returns how many jobs it added; 0 if another process is doing this. Each environment in a call of
-- its own, so that no test work, however much there is, keeps live work from being found. p_clocks: the merchants whose
-- test clocks are looked at this time.
--
-- Looks at the oldest thousand waiting rows of each kind, however many wait, and where few of a merchant's rows have
-- jobs (next_rows) at the first of each merchant. That finds every lost job in time: jobs are taken in the order of
-- their rows, so a row that lost its job is among the oldest by the time that its job would have been taken. Its new
-- job is then the first. Status requests about payouts have no job until they are due: this queues them.
create or replace function reconcile(p_environment text, p_clocks bigint[]) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten record;
  added integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('reconcile'), hashtext(p_environment)) then
    return 0;
  end if;
  perform expire_virtual_accounts(p_environment, p_clocks);

  added := enqueue_deliveries_of_endpoints(array(select endpoints_with_due_events(p_environment)), p_environment);

  for forgotten in
    select r.task, array_agg(distinct r.id) as ids
    from waiting_rows(p_environment, p_clocks, 1000) r
    where r.since < business_now(r.merchant_id, p_environment) - interval '5 s'
    group by r.task
  loop
    added := added + enqueue_jobs(
      forgotten.task, rows_without_job(forgotten.task, p_environment, forgotten.ids), p_first => true
    );
  end loop;
  if p_environment = 'live' then
    perform sum_float_changes();
  end if;
  return added;
end
$$;
