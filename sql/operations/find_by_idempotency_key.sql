-- Returns what a merchant's requests with an Idempotency-Key created, for an operator: at most one per environment and
-- route. reference is null if nothing was created yet. A payout, refund or batch keeps its key forever; other routes'
-- keys are deleted after their term. Raises PB008 if there is no such merchant, or its key is unknown.
create or replace function find_by_idempotency_key(p_merchant text, p_key text)
returns table (environment text, route text, reference text, created_at timestamptz)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  merchant constant bigint := merchant_named(p_merchant);
begin
  return query
  (select p.environment, made.route, p.reference, p.created_at
    from merchants m cross join unnest(array['test', 'live']) made_in
    cross join lateral (values
      ('POST /v1/payouts', payout_reference(m.reference, made_in, p_key)),
      ('POST /v1/refunds', refund_reference(m.reference, made_in, p_key))
    ) made (route, reference)
    join payouts p on p.reference = made.reference
    where m.id = merchant)
  union all
  (select b.environment, 'POST /v1/payout-batches', b.reference, b.created_at
    from merchants m cross join unnest(array['test', 'live']) made_in
    join payout_batches b on b.reference = payout_batch_reference(m.reference, made_in, p_key)
    where m.id = merchant)
  union all
  -- Each route by the primary key: a merchant may have very many keys.
  (with recursive routes as (
      (select k.environment, k.route from idempotency_keys k
        where k.merchant_id = merchant order by k.environment, k.route limit 1)
      union all
      select following.* from routes r cross join lateral (
        select k.environment, k.route from idempotency_keys k
        where k.merchant_id = merchant and (k.environment, k.route) > (r.environment, r.route)
        order by k.environment, k.route limit 1
      ) following
    )
    -- The limit keeps PostgreSQL 15 from reading all of the merchant's keys for a join.
    select r.environment, r.route, made.resource, made.created_at
    from routes r
    cross join lateral (
      select k.resource, k.created_at from idempotency_keys k
      where (k.merchant_id, k.environment, k.route, k.key) = (merchant, r.environment, r.route, p_key) limit 1
    ) made)
  order by 1, 2;
  if not found then
    raise exception 'merchant % did not use key %, or its retention period is over', p_merchant, p_key
      using errcode = 'PB008';
  end if;
end
$$;
