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
      (select 'execute_payout' as task, p.id from payouts p
        where p.status = 'pending' and p.created_at < now() - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'execute_payout:' || p.id)
        order by p.created_at limit 1000)
      union all
      (select 'confirm_payout', p.id from payouts p
        where p.next_confirmation_at <= now()
          and not exists (select from jobs_under_way j where j.key = 'confirm_payout:' || p.id)
        order by p.next_confirmation_at limit 1000)
      union all
      (select 'deliver_webhook', e.id from events e
        where e.delivery_status = 'pending' and e.next_attempt_at < now() - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'deliver_webhook:' || e.id)
        order by e.next_attempt_at limit 1000)
      union all
      (select 'enquire_name', n.id from name_enquiries n
        where n.status = 'asked' and n.asked_at < now() - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'enquire_name:' || n.id)
        order by n.asked_at limit 1000)
      union all
      (select 'mint_virtual_account', v.id from virtual_accounts v
        where v.status = 'minting' and v.created_at < now() - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'mint_virtual_account:' || v.id)
        order by v.created_at limit 1000)
      union all
      (select 'settle_collection', c.id from credits c
        where c.status = 'received' and c.received_at < now() - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'settle_collection:' || c.id)
        order by c.received_at limit 1000)
    ) due
    group by due.task
  loop
    added := added + enqueue_jobs(forgotten.task, forgotten.ids);
  end loop;
  return added;
end
$$;
