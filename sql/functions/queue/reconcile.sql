-- Adds a job for every row that waits for a worker and has none: rows decide what is to be done, not the queue. Rows
-- younger than some seconds are left alone. Also expires virtual accounts, and deletes jobs that were replaced while
-- they ran and failed: they have lost their key and can never run. Returns how many jobs it added; 0 if another
-- process is doing this.
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

  select coalesce(sum(enqueue_due_deliveries(w.merchant_id, w.environment)), 0) into added
  from webhook_endpoints w
  where w.disabled_at is null and exists (
    select from events e
    where e.merchant_id = w.merchant_id and e.environment = w.environment and e.delivery_status = 'pending'
      and (e.delivery_round, e.next_attempt_at) <= (w.delivery_round, business_now(w.merchant_id, w.environment))
  );

  for forgotten in
    select due.task, array_agg(due.id order by due.id) as ids
    from (
      (select 'execute_payout' as task, p.id from payouts p
        where p.status = 'pending' and p.created_at < business_now(p.merchant_id, p.environment) - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'execute_payout:' || p.id)
        order by p.created_at limit 1000)
      union all
      (select 'confirm_payout', p.id from payouts p
        where p.next_confirmation_at <= now()
          and not exists (select from jobs_under_way j where j.key = 'confirm_payout:' || p.id)
        order by p.next_confirmation_at limit 1000)
      union all
      -- A test clock that was moved ahead makes more due than the real time does.
      (select 'confirm_payout', p.id from test_clocks t
        join payouts p on p.merchant_id = t.merchant_id and p.environment = 'test'
        where p.next_confirmation_at > now() and p.next_confirmation_at <= business_now(t.merchant_id, 'test')
          and not exists (select from jobs_under_way j where j.key = 'confirm_payout:' || p.id)
        order by p.next_confirmation_at limit 1000)
      union all
      (select 'check_webhook_host', h.id from host_checks h
        where h.status = 'pending' and h.requested_at < now() - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'check_webhook_host:' || h.id)
        order by h.requested_at limit 1000)
      union all
      (select 'enquire_name', n.id from name_enquiries n
        where n.status = 'pending' and n.requested_at < business_now(n.merchant_id, n.environment) - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'enquire_name:' || n.id)
        order by n.requested_at limit 1000)
      union all
      (select 'provision_virtual_account', v.id from virtual_accounts v
        where v.status = 'provisioning' and v.created_at < business_now(v.merchant_id, v.environment) - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'provision_virtual_account:' || v.id)
        order by v.created_at limit 1000)
      union all
      (select 'provision_crypto_address', c.id from collections c
        where c.status = 'provisioning' and c.created_at < business_now(c.merchant_id, c.environment) - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'provision_crypto_address:' || c.id)
        order by c.created_at limit 1000)
      union all
      (select distinct 'check_identity', k.identity_record_id from identity_checks k
        where k.status = 'pending' and k.created_at < business_now(k.merchant_id, k.environment) - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'check_identity:' || k.identity_record_id)
        order by k.identity_record_id limit 1000)
      union all
      (select 'settle_credit', c.id from credits c
        where c.status = 'received' and c.received_at < business_now(c.merchant_id, c.environment) - interval '5 s'
          and not exists (select from jobs_under_way j where j.key = 'settle_credit:' || c.id)
        order by c.received_at limit 1000)
    ) due
    group by due.task
  loop
    added := added + enqueue_jobs(forgotten.task, forgotten.ids);
  end loop;
  return added;
end
$$;
