-- Sets how far the verification of a merchant's business is; live actions need 'approved'. An operator's action. Locks
-- the merchant.
create or replace function set_kyb_status(
  p_merchant_id bigint, p_status text, p_operator text, p_reason text
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before merchants;
begin
  select * into strict before from merchants m where m.id = p_merchant_id for no key update;
  update merchants m set kyb_status = p_status where m.id = p_merchant_id;
  perform log_operator_action(
    'kyb set', before.reference, jsonb_build_object('status', before.kyb_status),
    jsonb_build_object('status', p_status), p_operator, p_reason
  );
end
$$;
