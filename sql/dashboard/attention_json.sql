-- Returns what needs a merchant's attention in one environment. Each count goes up to 1,000, which means 1,000 or more;
-- empty members are absent.
--
--   webhook           its endpoint fails or is disabled: since when, and how many events are pending
--   unmatched         payers' money that waits for the merchant
--   needsDestination  refunds whose money has no account to go to
--   slowPayouts       payouts in progress for more than an hour
--   approvals         payments that wait for approval
--   verification      the state of the business's verification, until it is approved
create or replace function attention_json(p_merchant_id bigint, p_environment text) returns json
language plpgsql stable set search_path = public, pg_temp as $$
declare
  most constant integer := 1000;
  present constant timestamptz := business_now(p_merchant_id, p_environment);
begin
  return json_strip_nulls(json_build_object(
    'webhook', (
      select json_build_object(
        'status', case when w.disabled_at is null then 'failing' else 'disabled' end,
        'since', iso_timestamp(coalesce(w.disabled_at, w.failing_since)),
        'reason', w.disabled_reason,
        'waiting', (
          select count(*) from (
            select from events e
            where e.merchant_id = p_merchant_id and e.environment = p_environment and e.delivery_status = 'pending'
            limit most
          ) waiting
        )
      )
      from webhook_endpoints w
      where w.merchant_id = p_merchant_id and w.environment = p_environment
        and (w.disabled_at is not null or w.failing_since is not null)
    ),
    'unmatched', (
      select json_build_object(
        'count', sum(c.n), 'amounts', json_agg(money_json(c.amount, c.currency) order by c.currency)
      )
      from (
        select u.currency, count(*) as n, sum(u.amount)::bigint as amount
        from (
          select cr.currency, cr.amount from credits cr
          where cr.merchant_id = p_merchant_id and cr.environment = p_environment and cr.status = 'suspended'
            and cr.unmatched_reason is not null
          limit most
        ) u
        group by u.currency
      ) c
      having count(*) > 0
    ),
    'needsDestination', (
      select json_build_object('count', count(*)) from (
        select from payouts p
        where p.merchant_id = p_merchant_id and p.environment = p_environment and p.status = 'needs_destination'
          and p.collection_id is not null
        limit most
      ) undirected
      having count(*) > 0
    ),
    'slowPayouts', (
      select json_build_object('count', count(*)) from (
        select from payouts p
        where p.merchant_id = p_merchant_id and p.environment = p_environment and p.status = 'processing'
          and p.created_at < present - interval '1 hour' and p.collection_id is null
        limit most
      ) slow
      having count(*) > 0
    ),
    'approvals', (
      select json_build_object('count', count(*)) from (
        select from approvals a
        where (a.merchant_id, a.environment) = (p_merchant_id, p_environment) and a.expires_at is not null
        limit most
      ) waiting
      having count(*) > 0
    ),
    'verification', (select nullif(m.kyb_status, 'approved') from merchants m where m.id = p_merchant_id)
  ));
end
$$;
