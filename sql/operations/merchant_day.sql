-- Returns a merchant's day in Lagos, for an operator: numbers and sums (in minor units) of payouts, collections and
-- credits in suspense by status; events by delivery status; requests by response status; changes in the audit log. Test
-- and live. Reads only that merchant and day, and the totals that are kept of requests. Raises PB008 if there is no
-- such merchant.
create or replace function merchant_day(p_merchant text, p_day date)
returns table (environment text, what text, status text, count bigint, amount numeric, currency text)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  merchant constant bigint := merchant_named(p_merchant);
  starts constant timestamptz := start_of_lagos_day(p_day);
  ends constant timestamptz := starts + interval '1 day';
begin
  return query
  select e, d.*
  from unnest(array['live', 'test']) e
  cross join lateral (
    select 'payouts', p.status, count(*), sum(p.amount), p.currency from payouts p
    where p.merchant_id = merchant and p.environment = e and p.status = any (payout_statuses())
      and p.created_at >= starts and p.created_at < ends
    group by p.status, p.currency
    union all
    select 'collections', c.status, count(*), sum(c.amount_received), c.currency from collections c
    where c.merchant_id = merchant and c.environment = e and c.status <> all (array['provisioning', 'failed'])
      and c.created_at >= starts and c.created_at < ends
    group by c.status, c.currency
    union all
    select 'credits', 'suspended', count(*), sum(cr.amount), cr.currency from credits cr
    where cr.merchant_id = merchant and cr.environment = e and cr.status = 'suspended'
      and cr.received_at >= starts and cr.received_at < ends
    group by cr.currency
    union all
    select 'events', v.delivery_status, count(*), null, null from events v
    where v.merchant_id = merchant and v.environment = e and v.created_at >= starts and v.created_at < ends
    group by v.delivery_status
    union all
    select 'requests', k.status::text || coalesce(' ' || k.error_code, ''), count(*), null, null
    from request_log r join request_kinds k on k.id = r.kind_id
    where r.merchant_id = merchant and r.environment = e and r.created_at >= starts and r.created_at < ends
    group by k.status, k.error_code
    union all
    select 'changes', a.action, count(*), null, null from audit_log a
    where a.merchant_id = merchant and a.environment = e and a.done_at >= starts and a.done_at < ends
    group by a.action
  ) d (what, status, count, amount, currency)
  order by e, array_position(array['payouts', 'collections', 'credits', 'events', 'requests', 'changes'], d.what),
    d.count desc, d.status;
end
$$;
