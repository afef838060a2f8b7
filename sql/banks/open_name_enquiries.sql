-- Returns the pending ones of these name enquiries: merchant, account, and how long ago they were last requested, in
-- milliseconds. Plans are made once (sql/README.md).
create or replace function open_name_enquiries(p_ids bigint[])
returns table (
  id bigint, merchant_id bigint, environment text, bank_code text, account_number text, waited_ms double precision
)
language plpgsql stable set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select n.id, n.merchant_id, n.environment, n.bank_code, n.account_number,
    extract(epoch from now() - n.last_requested_at)::double precision * 1000
  from name_enquiries n where n.id = any (p_ids) and n.status = 'pending';
end
$$;
