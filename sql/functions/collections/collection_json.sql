-- collection_json(collection) returns the collection as the API and its events show it. id repeats the reference,
-- and variance compares what was received with what was expected.
create or replace function collection_json(collection collections) returns json
language plpgsql stable set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
  email text;
begin
  select * into account from virtual_accounts v where v.id = collection.virtual_account_id;
  email := coalesce(account.customer_email, collection.customer_email);
  return json_strip_nulls(json_build_object(
    'reference', collection.reference,
    'id', collection.reference,
    'status', collection.status,
    'amount', money_json(collection.amount, collection.currency),
    'currency', collection.currency,
    'amountReceived', money_json(collection.amount_received, collection.currency),
    'fee', money_json(collection.fee, collection.currency),
    'variance', case sign(collection.amount_received - collection.amount)
      when 0 then 'exact' when 1 then 'over' else 'under'
    end,
    'late', collection.late,
    'slug', (select l.slug from payment_links l where l.id = collection.payment_link_id),
    'virtualAccount', account.reference,
    'chain', collection.chain,
    'token', collection.token,
    'address', collection.address,
    'customer', case when email is not null then json_build_object('email', email, 'name', account.customer_name) end,
    'payer', collection.payer,
    'environment', collection.environment,
    'createdAt', iso_timestamp(collection.created_at),
    'settledAt', iso_timestamp(collection.settled_at)
  ));
end
$$;
