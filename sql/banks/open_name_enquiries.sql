-- Returns the pending ones of these name enquiries: merchant, account, how long ago they were last requested, in
-- milliseconds, and for a live one the gateways to call, in order (name_enquiry_gateways): of p_gateways, best first,
-- with p_gateway_choice. Plans are made once (sql/README.md); a condition on the status would let them read all pending
-- enquiries, by the index of these.
create or replace function open_name_enquiries(p_ids bigint[], p_gateways text[], p_gateway_choice jsonb)
returns table (
  id bigint, merchant_id bigint, environment text, bank_code text, account_number text, waited_ms double precision,
  gateways text[]
)
language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select n.id, n.merchant_id, n.environment, n.bank_code, n.account_number,
    extract(epoch from now() - n.last_requested_at)::double precision * 1000, case
      when n.environment = 'live'
      then name_enquiry_gateways(n.merchant_id, n.bank_code, p_gateways, p_gateway_choice) else '{}'
    end
  from name_enquiries n where n.id = any (p_ids) and n.completed_at is null;
end
$$;
