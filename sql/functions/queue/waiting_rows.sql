-- Returns the rows of an environment that wait for a worker, and the job that each needs: of every kind the p_most that
-- have waited longest. merchant_id is null where a row has none. since: when it began to wait, in business time;
-- -infinity where its time has come for certain.
--
-- Each branch reads its own index in order and stops after p_most rows, however many rows wait or are done. The planner
-- would not do so by itself: it takes waiting rows to be spread evenly over a table, while they are all at its end, and
-- would look for them from the beginning by the primary key, or sort all of them. So they are ordered by the
-- environment too, as a range of one value, which only the index of waiting rows can do; and nothing is sorted.
create or replace function waiting_rows(p_environment text, p_most integer)
returns table (task text, id bigint, merchant_id bigint, since timestamptz)
language sql stable set search_path = public, pg_temp set enable_sort = off as $$
  (select 'execute_payout', r.id, r.merchant_id, r.created_at from payouts r
    where r.environment between p_environment and p_environment and r.status = 'pending'
    order by r.environment, r.id limit p_most)
  union all
  (select 'enquire_name', r.id, r.merchant_id, r.requested_at from name_enquiries r
    where r.environment between p_environment and p_environment and r.status = 'pending'
    order by r.environment, r.id limit p_most)
  union all
  (select 'provision_virtual_account', r.id, r.merchant_id, r.created_at from virtual_accounts r
    where r.environment between p_environment and p_environment and r.status = 'provisioning'
    order by r.environment, r.id limit p_most)
  union all
  (select 'provision_crypto_address', r.id, r.merchant_id, r.created_at from collections r
    where r.environment between p_environment and p_environment and r.status = 'provisioning'
    order by r.environment, r.id limit p_most)
  union all
  (select 'check_identity', r.identity_record_id, r.merchant_id, r.created_at from identity_checks r
    where r.environment between p_environment and p_environment and r.status = 'pending'
    order by r.environment, r.id limit p_most)
  union all
  (select 'settle_credit', r.id, r.merchant_id, r.received_at from credits r
    where r.environment between p_environment and p_environment and r.status = 'received'
    order by r.environment, r.id limit p_most)
  union all
  (select 'check_webhook_host', r.id, null, r.requested_at from host_checks r
    where r.environment between p_environment and p_environment and r.status = 'pending'
    order by r.environment, r.id limit p_most)
  union all
  -- Mails belong to no environment and go with the live ones.
  (select 'send_mail', r.id, null, r.next_attempt_at from mails r
    where p_environment = 'live' and r.status = 'pending' and r.next_attempt_at <= now()
    order by r.next_attempt_at limit p_most)
  union all
  (select 'confirm_payout', r.id, r.merchant_id, '-infinity' from payouts r
    where r.environment = p_environment and r.next_confirmation_at <= now()
    order by r.next_confirmation_at limit p_most)
  union all
  -- A test clock that was moved ahead makes more due than the real time does.
  (select 'confirm_payout', r.id, r.merchant_id, '-infinity'
    from test_clocks c
    cross join lateral (
      select p.id, p.merchant_id from payouts p
      where p.merchant_id = c.merchant_id and p.environment = 'test'
        and p.next_confirmation_at > now()
        and p.next_confirmation_at <= now() + make_interval(mins => c.offset_minutes)
      order by p.next_confirmation_at limit p_most
    ) r
    where p_environment = 'test' limit p_most);
$$;
