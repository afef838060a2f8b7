-- Sets the largest single payout of a merchant, in kobo. An operator's action. Locks the merchant.
create or replace function set_payout_max(p_merchant_id bigint, p_payout_max bigint, p_acting acting) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before merchants;
begin
  select * into strict before from merchants m where m.id = p_merchant_id for no key update;
  update merchants m set payout_max = p_payout_max where m.id = p_merchant_id;
  perform log_action(
    before.id, null, 'limit set', before.reference, jsonb_build_object('payoutMax', before.payout_max),
    jsonb_build_object('payoutMax', p_payout_max), p_acting
  );
end
$$;
