-- Returns the collection as the API and its events show it. id repeats the reference; variance compares the amount
-- received with the amount expected. unmatched is the money in suspense that waits for the merchant: its amount is in
-- the collection's currency, its reason that of the newest credit. Absent if there is none. It comes from the counters
-- that count_unmatched_credits() keeps on the collection, so p_collection must be the current row.
create or replace function collection_json(p_collection collections) returns json
language plpgsql stable set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
  email text;
  reason text;
begin
  select * into account from virtual_accounts v where v.id = p_collection.virtual_account_id;
  email := coalesce(account.customer_email, p_collection.customer_email);
  if p_collection.unmatched_count > 0 then
    select cr.unmatched_reason into reason from credits cr
    where cr.collection_id = p_collection.id and cr.status = 'suspended' and cr.unmatched_reason is not null
    order by cr.received_at desc, cr.id desc limit 1;
  end if;
  return json_strip_nulls(json_build_object(
    'reference', p_collection.reference,
    'id', p_collection.reference,
    'status', p_collection.status,
    'amount', money_json(p_collection.amount, p_collection.currency),
    'currency', p_collection.currency,
    'amountReceived', money_json(p_collection.amount_received, p_collection.currency),
    'fee', money_json(p_collection.fee, p_collection.currency),
    'variance', case sign(p_collection.amount_received - p_collection.amount)
      when 0 then 'exact' when 1 then 'over' else 'under'
    end,
    'amountRefunded', case when p_collection.amount_refunded > 0
      then money_json(p_collection.amount_refunded, p_collection.currency) end,
    'refunds', case when p_collection.status = 'succeeded' then (
      select json_agg(json_build_object(
        'reference', p.reference, 'status', p.status, 'amount', money_json(p.amount, p.currency)
      ) order by p.created_at desc, p.id desc)
      from payouts p where p.collection_id = p_collection.id and p.credit_id is null
    ) end,
    'late', p_collection.late,
    'accepted', case when p_collection.unmatched_credit_id is not null then true end,
    'unmatchedCredit', (select cr.reference from credits cr where cr.id = p_collection.unmatched_credit_id),
    'unmatched', case when reason is not null then json_build_object(
      'count', p_collection.unmatched_count, 'amount',
      money_json(p_collection.unmatched_amount, p_collection.currency), 'reason', reason
    ) end,
    'slug', (select l.slug from payment_links l where l.id = p_collection.payment_link_id),
    'virtualAccount', account.reference,
    'chain', p_collection.chain,
    'token', p_collection.token,
    'address', p_collection.address,
    'customer', case when email is not null then json_build_object('email', email, 'name', account.customer_name) end,
    'payer', p_collection.payer,
    'merchantReference', p_collection.merchant_reference,
    'metadata', p_collection.metadata,
    'environment', p_collection.environment,
    'createdAt', iso_timestamp(p_collection.created_at),
    'settledAt', iso_timestamp(p_collection.settled_at)
  ));
end
$$;
