-- Lets a merchant's payouts for exempt purposes owe no stamp duty, or withdraws that, for an operator. Payouts that
-- were accepted before keep their charges. Locks the merchant.
create or replace function set_exemptions(p_merchant_id bigint, p_has_exemptions boolean, p_acting acting) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before merchants;
begin
  select * into strict before from merchants m where m.id = p_merchant_id for no key update;
  update merchants m set has_exemptions = p_has_exemptions where m.id = p_merchant_id;
  perform log_action(
    before.id, 'live', 'exemptions set', before.reference, jsonb_build_object('hasExemptions', before.has_exemptions),
    jsonb_build_object('hasExemptions', p_has_exemptions), p_acting
  );
end
$$;
