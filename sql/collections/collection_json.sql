-- Returns the collection as the API and its events show it. id repeats the reference; variance compares the amount
-- received with the amount expected. unmatched is the money in suspense that only an operator can resolve: credits with
-- a reason of their own, and what an ended collection left behind. Its amount is in the collection's currency, its
-- reason that of the newest credit with one. Absent if there is none. It comes from the counters that
-- count_suspended_credits() keeps on the collection, so p_collection must be the current row.
create or replace function collection_json(p_collection collections) returns json
language plpgsql stable set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
  email text;
  is_open boolean;
  waiting bigint;
  reason text;
  unmatched json;
begin
  select * into account from virtual_accounts v where v.id = p_collection.virtual_account_id;
  email := coalesce(account.customer_email, p_collection.customer_email);
  -- A payment in very many parts is being released: it doesn't wait for an operator.
  is_open := p_collection.status in ('awaiting_payment', 'confirming', 'underpaid')
    or p_collection.releasing_credit_id is not null;
  waiting := case when is_open then p_collection.unmatched_count else p_collection.suspended_count end;
  if waiting > 0 then
    select cr.unmatched_reason into reason from credits cr
    where cr.collection_id = p_collection.id and cr.status = 'suspended' and cr.unmatched_reason is not null
    order by cr.received_at desc, cr.id desc limit 1;
    unmatched := json_build_object(
      'count', waiting,
      'amount', money_json(
        case when is_open then p_collection.unmatched_amount else p_collection.suspended_amount end,
        p_collection.currency
      ),
      -- Money that came in time, but was too little at the end, has none.
      'reason', coalesce(reason, 'wrong_amount')
    );
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
      from payouts p where p.collection_id = p_collection.id
    ) end,
    'late', p_collection.late,
    'unmatched', unmatched,
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
