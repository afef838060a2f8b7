-- Returns how one of a tenant's payouts, refunds, collections or identity checks moved money: a JSON array of journals
-- with their entries, oldest first; for a collection those of its newest 100 credits. Null if the tenant has no such
-- reference. A merchant's own accounts come first, with the balance that was left.
create or replace function journals_of(p_merchant_id bigint, p_environment text, p_reference text) returns json
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  collection bigint;
  subjects text[] := array[p_reference];
begin
  select c.id into collection from collections c
  where (c.merchant_id, c.environment, c.reference) = (p_merchant_id, p_environment, p_reference);
  if found then
    subjects := array(
      select cr.reference from credits cr where cr.collection_id = collection
      order by cr.received_at desc, cr.id desc limit 100
    );
  elsif not exists (
    select from payouts p
    where (p.merchant_id, p.environment, p.reference) = (p_merchant_id, p_environment, p_reference)
  ) and not exists (
    select from identity_checks i
    where (i.merchant_id, i.environment, i.reference) = (p_merchant_id, p_environment, p_reference)
  ) then
    return null;
  end if;
  return (
    select coalesce(json_agg(
      json_build_object(
        'kind', j.kind, 'subject', j.subject, 'createdAt', iso_timestamp(j.created_at), 'entries', (
          select json_agg(
            json_strip_nulls(json_build_object(
              -- Merchants don't see gateways.
              'account', case when starts_with(e.kind, 'float_') then 'gateway' else e.kind end,
              'amount', money_json(e.amount, e.currency),
              'balanceAfter', case when e.merchant_id is not null then money_json(e.balance_after, e.currency) end
            ))
            order by e.kind <> 'available', e.kind <> 'reserved', e.account_id
          )
          from entries_of(j) e
        )
      )
      order by j.id
    ), '[]')
    from ledger_journals j
    where j.subject = any (subjects) and j.merchant_id = p_merchant_id and j.environment = p_environment
  );
end
$$;
