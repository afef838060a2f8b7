-- Adds a job for every pending row of an environment without one, for the sweep. Returns how many. p_clocks: the
-- merchants whose test clocks are checked.
--
-- Reads the oldest thousand pending rows of each kind (waiting_rows). That finds every lost job in time: jobs run in
-- row order, so a row that lost its job is among the oldest by the time its job would have run. Its new job is then the
-- first. Payout polls have no job until they are due: this queues them.
create or replace function queue_lost_jobs(p_environment text, p_clocks bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  return (
    select coalesce(sum(enqueue_jobs(r.task, rows_without_job(r.task, p_environment, r.ids), p_first => true)), 0)
    from (
      select w.task, array_agg(distinct w.id) as ids from waiting_rows(p_environment, p_clocks, 1000) w
      where w.since < business_now(w.merchant_id, p_environment) - interval '5 s'
      group by w.task
    ) r
  );
end
$$;
