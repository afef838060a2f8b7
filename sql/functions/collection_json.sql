-- collection_json(collection) returns the collection as the API and its events show it. id repeats the reference,
-- and variance compares what was received with what was expected.
create or replace function collection_json(collection collections) returns json
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (
    select json_strip_nulls(json_build_object(
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
      'virtualAccount', account.reference,
      'customer', json_build_object('email', account.customer_email),
      'payer', collection.payer,
      'environment', collection.environment,
      'createdAt', iso_timestamp(collection.created_at),
      'settledAt', iso_timestamp(collection.settled_at)
    ))
    from virtual_accounts account where account.id = collection.virtual_account_id
  );
end
$$;
