-- reconcile() gives a job to every business row that waits for a worker and has none: the queue is a hint, the row is
-- the truth. It also expires virtual accounts, and drops jobs that were replaced while they ran and did not end well:
-- they have lost their key and can never run. Returns how many jobs it added; 0 where another process is at it.
-- Rows are given some seconds before they count as forgotten.
create or replace function reconcile() returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  forgotten record;
  added integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('reconcile')) then
    return 0;
  end if;
  perform expire_virtual_accounts();
  perform graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key is null and locked_at is null and attempts >= max_attempts
  ));

  for forgotten in
    select due.task, array_agg(due.id order by due.id) as ids
    from (
      (select 'execute_payout' as task, id from payouts
        where status = 'pending' and created_at < now() - interval '5 s' order by created_at limit 1000)
      union all
      (select 'confirm_payout', id from payouts
        where next_confirmation_at <= now() order by next_confirmation_at limit 1000)
      union all
      (select 'deliver_webhook', id from events
        where delivery_status = 'pending' and next_attempt_at < now() - interval '5 s' order by next_attempt_at limit 1000)
      union all
      (select 'enquire_name', id from name_enquiries
        where status = 'asked' and asked_at < now() - interval '5 s' order by asked_at limit 1000)
      union all
      (select 'mint_virtual_account', id from virtual_accounts
        where status = 'minting' and created_at < now() - interval '5 s' order by created_at limit 1000)
      union all
      (select 'settle_collection', id from credits
        where status = 'received' and received_at < now() - interval '5 s' order by received_at limit 1000)
    ) due
    where not exists (
      select from graphile_worker.jobs j
      where j.key = due.task || ':' || due.id and (j.locked_at is not null or j.attempts < j.max_attempts)
    )
    group by due.task
  loop
    added := added + enqueue_jobs(forgotten.task, forgotten.ids);
  end loop;
  return added;
end
$$;
