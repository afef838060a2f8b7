-- Returns marks of the newest state of each kind of a tenant's rows, for tenants in arrays of equal length: if a mark
-- differs from the last one, something of that kind has changed. Each mark is a few index reads; rows that no list
-- shows change no mark.
create or replace function change_marks(p_merchant_ids bigint[], p_environments text[])
returns table (merchant_id bigint, environment text, marks json)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
  select t.merchant_id, t.environment, json_build_object(
    'balances', (
      select string_agg(a.balance::text, ' ' order by a.id) from ledger_accounts a
      where a.merchant_id = t.merchant_id and a.environment = t.environment
    ),
    'payouts', (
      select p.id from unnest(payout_statuses()) of_status
      cross join lateral (
        select p.id, p.created_at from payouts p
        where p.merchant_id = t.merchant_id and p.environment = t.environment and p.status = of_status
          and p.collection_id is null
        order by p.created_at desc, p.id desc limit 1
      ) p
      order by p.created_at desc, p.id desc limit 1
    ),
    -- In each status, since nothing else tells that a refund got its destination.
    'refunds', (
      select json_agg(r.id order by of_status) from unnest(array['needs_destination'] || payout_statuses()) of_status
      left join lateral (
        select p.id from payouts p
        where p.merchant_id = t.merchant_id and p.environment = t.environment and p.status = of_status
          and p.collection_id is not null
        order by p.created_at desc, p.id desc limit 1
      ) r on true
    ),
    'collections', (
      select c.id from collections c where c.merchant_id = t.merchant_id and c.environment = t.environment
        and c.status not in ('provisioning', 'failed')
      order by c.created_at desc, c.id desc limit 1
    ),
    'virtual-accounts', (
      select v.id from virtual_accounts v where v.merchant_id = t.merchant_id and v.environment = t.environment
        and v.status in ('active', 'closed', 'expired')
      order by v.created_at desc, v.id desc limit 1
    ),
    'payment-links', (
      select l.id from payment_links l where l.merchant_id = t.merchant_id and l.environment = t.environment
      order by l.created_at desc, l.id desc limit 1
    ),
    'identity', (
      select i.id from shown_identity_checks i where i.merchant_id = t.merchant_id and i.environment = t.environment
      order by i.created_at desc, i.id desc limit 1
    ),
    'events', (
      select e.id from events e where e.merchant_id = t.merchant_id and e.environment = t.environment
      order by e.created_at desc, e.id desc limit 1
    ),
    -- Those of the first page: a decision may change nothing else.
    'approvals', (
      select json_agg(w.id) from (
        select a.id from approvals a
        where a.merchant_id = t.merchant_id and a.environment = t.environment and a.expires_at is not null
        order by a.created_at desc, a.id desc limit 20
      ) w
    ),
    -- Pending deliveries, and whether the endpoint is enabled.
    'deliveries', (
      select json_build_array(
        (
          select e.id from events e
          where e.merchant_id = t.merchant_id and e.environment = t.environment and e.delivery_status = 'pending'
          -- The next to be sent: one that is pending for hours must not hide those that come and go meanwhile.
          order by e.delivery_round, e.next_attempt_at, e.id limit 1
        ),
        (
          select e.id from events e
          where e.merchant_id = t.merchant_id and e.environment = t.environment and e.delivery_status = 'exhausted'
          order by e.created_at desc, e.id desc limit 1
        ),
        w.updated_at, w.failing_since
      )
      from (select) one
      left join webhook_endpoints w on w.merchant_id = t.merchant_id and w.environment = t.environment
    ),
    'verification', (select m.kyb_status from merchants m where m.id = t.merchant_id)
  )
  from unnest(p_merchant_ids, p_environments) t (merchant_id, environment);
end
$$;
