-- Returns how many of a merchant's collections and payouts are final, and how many of these succeeded: of those created
-- in the last 30 days, by the merchant's own time, the newest 10,000. More rows would give the same rate and take
-- longer. What can still succeed is not final; a payout that the merchant canceled counts as neither. Index scans are
-- right at every size, so the planner has to use them.
create or replace function success_rates_json(p_merchant_id bigint, p_environment text) returns json
language plpgsql stable set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  newest constant integer := 10000;
  month constant timestamptz := business_now(p_merchant_id, p_environment) - interval '30 days';
  collections_from timestamptz;
  payouts_from timestamptz;
begin
  collections_from := greatest(month, (
    select c.created_at from collections c
    where c.merchant_id = p_merchant_id and c.environment = p_environment and c.created_at >= month
      and c.status not in ('provisioning', 'failed')
    order by c.created_at desc, c.id desc offset newest - 1 limit 1
  ));
  -- A branch for each status, since it is the index's first column: merged, and read only as far as needed.
  execute format(
    'select one.created_at from (%s) one order by one.created_at desc, one.id desc offset %s limit 1', (
      select string_agg(format(
        '(select p.created_at, p.id from payouts p
        where p.merchant_id = $1 and p.environment = $2 and p.status = %L and p.created_at >= $3
          and p.collection_id is null
        order by p.created_at desc, p.id desc limit %s)', of_status, newest
      ), ' union all ')
      from unnest(payout_statuses()) of_status
    ), newest - 1
  ) into payouts_from using p_merchant_id, p_environment, month;
  payouts_from := greatest(month, payouts_from);
  return json_build_object(
    'collections', (
      select json_build_object('ended', coalesce(sum(ended.n), 0), 'succeeded', coalesce(sum(ended.n) filter (
        where ended.status = 'succeeded'
      ), 0))
      from unnest(array['succeeded', 'expired']) outcome (status),
      lateral (
        select outcome.status, count(*) as n from (
          select from collections c
          where c.merchant_id = p_merchant_id and c.environment = p_environment and c.status = outcome.status
            and c.created_at >= collections_from
          limit newest
        ) counted
      ) ended
    ),
    'payouts', (
      select json_build_object('ended', coalesce(sum(ended.n), 0), 'succeeded', coalesce(sum(ended.n) filter (
        where ended.status = 'succeeded'
      ), 0))
      from unnest(array['succeeded', 'failed', 'reversed']) outcome (status),
      lateral (
        select outcome.status, count(*) as n from (
          select from payouts p
          where p.merchant_id = p_merchant_id and p.environment = p_environment and p.status = outcome.status
            and p.created_at >= payouts_from and p.collection_id is null
          limit newest
        ) counted
      ) ended
    )
  );
end
$$;
