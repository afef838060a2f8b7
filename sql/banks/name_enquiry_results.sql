-- Returns the results of these name enquiries, in arrays of equal length, with ordinal (from 1). Leaves out pending
-- ones, and rows of another merchant or account: after a crash of the database an id may have been given again
-- (request_name_enquiries). Plans are made once (sql/README.md).
create or replace function name_enquiry_results(
  p_environment text, p_ids bigint[], p_merchant_ids bigint[], p_bank_codes text[], p_account_numbers text[]
) returns table (ordinal bigint, status text, account_name text)
language plpgsql stable set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select requested.place, n.status, n.account_name
  from unnest(p_ids, p_merchant_ids, p_bank_codes, p_account_numbers)
    with ordinality requested (id, merchant_id, bank_code, account_number, place)
  join name_enquiries n on n.id = requested.id
  where n.status <> 'pending' and n.environment = p_environment
    and (n.merchant_id, n.bank_code, n.account_number)
      = (requested.merchant_id, requested.bank_code, requested.account_number);
end
$$;
