-- Returns the newest hundred credits of a tenant's collection as a JSON array, newest first; null if it has none of
-- that reference.
create or replace function credits_of(p_merchant_id bigint, p_environment text, p_reference text) returns json
language sql stable security definer set search_path = public, pg_temp
return (
  select (
    select coalesce(json_agg(json_strip_nulls(json_build_object(
      'reference', cr.reference, 'amount', money_json(cr.amount, cr.currency), 'status', cr.status,
      'reason', cr.unmatched_reason, 'payer', cr.payer, 'receivedAt', iso_timestamp(cr.received_at)
    )) order by cr.received_at desc, cr.id desc), '[]')
    from (select * from credits where collection_id = c.id order by received_at desc, id desc limit 100) cr
  )
  from collections c
  where (c.merchant_id, c.environment, c.reference) = (p_merchant_id, p_environment, p_reference)
    and c.status not in ('provisioning', 'failed')
);
