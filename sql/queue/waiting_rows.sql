-- Returns the pending rows of an environment, and the job that each needs: of every kind the p_most oldest; of those
-- where few have jobs (next_rows), the first of each merchant, whose claim queues the next ones; of due payout polls,
-- the first of each merchant and minute, p_most at most; of polls about incoming money, some of each merchant, round
-- robin. p_clocks: the merchants whose test clocks are checked. merchant_id is null if a row has none. since: when it
-- became pending, in business time; -infinity if it is due in any case. Pending rows are read in the order of their
-- index (sql/README.md).
create or replace function waiting_rows(p_environment text, p_clocks bigint[], p_most integer)
returns table (task text, id bigint, merchant_id bigint, since timestamptz)
language sql stable set search_path = public, pg_temp
  set enable_sort = off set enable_incremental_sort = off as $$
  (select 'execute_payout', r.id, r.merchant_id, r.created_at
    from first_of_each_merchant('payouts', p_environment, 'status = ''pending'' and held_since is null') r)
  union all
  -- The newest minutes first: a merchant with very many due has one of each minute, however long it takes.
  (with recursive due as (
      select null::bigint as id, 0::bigint as merchant_id, null::timestamptz as next_confirmation_at,
        (-floor(extract(epoch from now()) / 60))::integer as minute
      union all
      select following.*
      from due
      cross join lateral (
        select r.id, r.merchant_id, r.next_confirmation_at,
          (-floor(extract(epoch from r.next_confirmation_at at time zone 'UTC') / 60))::integer as minute
        from payouts r
        where r.environment = p_environment and r.next_confirmation_at is not null
          and ((-floor(extract(epoch from r.next_confirmation_at at time zone 'UTC') / 60))::integer, r.merchant_id)
            > (due.minute, due.merchant_id)
        order by minute, r.merchant_id, r.next_confirmation_at limit 1
      ) following
    )
    select 'confirm_payout', d.id, d.merchant_id, '-infinity' from due d
    where d.next_confirmation_at <= now() limit p_most)
  union all
  -- A test clock that was moved ahead makes more due than the real time does.
  (select 'confirm_payout', due.id, due.merchant_id, '-infinity'
    from test_clocks c
    cross join lateral (
      select p.id, p.merchant_id, p.next_confirmation_at from payouts p
      where p.environment = 'test' and p.merchant_id = c.merchant_id
        and p.next_confirmation_at is not null
      order by p.next_confirmation_at limit 1
    ) due
    where c.merchant_id = any (p_clocks)
      and due.next_confirmation_at > now()
      and due.next_confirmation_at <= now() + make_interval(mins => c.offset_minutes))
  union all
  -- Money of an unknown recipient comes first, as that of merchant 0.
  (with recursive oldest as (
      select null::bigint as id, -1::bigint as merchant_id, null::timestamptz as received_at,
        null::timestamptz as settle_after
      union all
      select following.*
      from oldest
      cross join lateral (
        select r.id, r.merchant_id, r.received_at, r.settle_after from credits r
        where r.environment = p_environment and r.status = 'received'
          and coalesce(r.merchant_id, 0) > coalesce(oldest.merchant_id, 0)
        order by coalesce(r.merchant_id, 0), r.settle_after, r.id limit 1
      ) following
    )
    select 'settle_credit', o.id, o.merchant_id, o.received_at from oldest o where o.settle_after <= now())
  union all
  -- The parts in which these collections were paid are released, or reported as unmatched, by the job of one credit.
  (select 'settle_credit', r.releasing_credit_id, r.merchant_id, coalesce(r.settled_at, r.expires_at) from collections r
    where r.environment = p_environment and r.releasing_credit_id is not null
    order by r.settled_at, r.id limit p_most)
  union all
  -- A limit, so that a provider that does not respond leaves room for payouts.
  (select 'confirm_credit', r.id, r.merchant_id, '-infinity' from due_credit_notices(least(p_most, 100)) r
    where p_environment = 'live')
  union all
  -- So few that a provider is polled ten times in a sweep, which is every two seconds, however many accounts there are.
  (select 'poll_account', r.id, r.merchant_id, '-infinity' from due_account_polls(least(p_most, 5)) r
    where p_environment = 'live')
  union all
  (select 'enquire_name', r.id, r.merchant_id, r.requested_at from name_enquiries r
    where r.environment = p_environment and r.status = 'pending'
    order by r.requested_at, r.id limit p_most)
  union all
  (select 'provision_virtual_account', r.id, r.merchant_id, r.created_at
    from first_of_each_merchant('virtual_accounts', p_environment, 'status = ''provisioning''') r)
  union all
  (select 'provision_crypto_address', r.id, r.merchant_id, r.created_at
    from first_of_each_merchant('collections', p_environment, 'status = ''provisioning''') r)
  union all
  (select 'check_identity', r.identity_record_id, r.merchant_id, r.created_at from identity_checks r
    where r.environment = p_environment and r.status = 'pending'
    order by r.created_at, r.id limit p_most)
  union all
  (select 'check_webhook_host', r.id, null, r.requested_at from host_checks r
    where r.environment = p_environment and r.status = 'pending'
    order by r.requested_at, r.id limit p_most)
  union all
  -- Mails have no environment and go with the live ones.
  (select 'send_mail', r.id, null, r.next_attempt_at from mails r
    where p_environment = 'live' and r.status = 'pending' and r.next_attempt_at <= now()
    order by r.next_attempt_at limit p_most);
$$;
