-- Returns the collection as the API and its events show it. id repeats the reference; variance compares the amount
-- received with the amount expected.
create or replace function collection_json(p_collection collections) returns json
language plpgsql stable set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
  email text;
begin
  select * into account from virtual_accounts v where v.id = p_collection.virtual_account_id;
  email := coalesce(account.customer_email, p_collection.customer_email);
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
    'late', p_collection.late,
    'slug', (select l.slug from payment_links l where l.id = p_collection.payment_link_id),
    'virtualAccount', account.reference,
    'chain', p_collection.chain,
    'token', p_collection.token,
    'address', p_collection.address,
    'customer', case when email is not null then json_build_object('email', email, 'name', account.customer_name) end,
    'payer', p_collection.payer,
    'environment', p_collection.environment,
    'createdAt', iso_timestamp(p_collection.created_at),
    'settledAt', iso_timestamp(p_collection.settled_at)
  ));
end
$$;
