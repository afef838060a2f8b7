-- Adds a job for every pending row of an environment without one: the rows say what is to be done, not the queue. Rows
-- younger than a few seconds are skipped. Also expires virtual accounts, cancels what waited too long for a destination
-- or an approval, goes on with batches of payouts, and adds up the floats, which are live. p_enquiries: so many name
-- enquiries of batches may be under way. Returns how many jobs it added; 0 if another process is doing this. Call it
-- once per environment, so that no amount of test work delays live work. p_clocks: the merchants whose test clocks are
-- checked this time.
--
-- Reads the oldest thousand pending rows of each kind (waiting_rows). That finds every lost job in time: jobs run in
-- row order, so a row that lost its job is among the oldest by the time its job would have run. Its new job is then the
-- first. Payout polls have no job until they are due: this queues them.
create or replace function reconcile(
  p_environment text, p_clocks bigint[] default '{}', p_enquiries integer default 20
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('reconcile'), hashtext(p_environment)) then
    return 0;
  end if;
  perform expire_virtual_accounts(p_environment, p_clocks);
  -- Last, since it locks ledger accounts.
  perform cancel_waiting_refunds(p_environment, p_clocks);
  perform expire_approvals(p_environment, p_clocks);
  perform validate_payout_batches(p_environment, p_enquiries);
  perform end_payout_batches(p_environment, p_clocks);
  -- Two thousand payouts: about as many as are sent until the next sweep.
  perform work_on_payout_batches(p_environment, 10);
  if p_environment = 'live' then
    perform sum_float_changes();
  end if;
  return enqueue_deliveries_of_endpoints(array(select endpoints_with_due_events(p_environment)), p_environment) + (
    select coalesce(sum(enqueue_jobs(r.task, rows_without_job(r.task, p_environment, r.ids), p_first => true)), 0)
    from (
      select w.task, array_agg(distinct w.id) as ids from waiting_rows(p_environment, p_clocks, 1000) w
      where w.since < business_now(w.merchant_id, p_environment) - interval '5 s'
      group by w.task
    ) r
  );
end
$$;
