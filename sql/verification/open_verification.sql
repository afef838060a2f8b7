-- Locks a merchant for a change of its verification, and makes a rejected one a draft again. False if it is not open:
-- it was submitted or approved, or the merchant was closed.
create or replace function open_verification(p_merchant_id bigint, p_acting acting) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  merchant merchants;
begin
  select * into strict merchant from merchants m where m.id = p_merchant_id for no key update;
  if merchant.closed_at is not null or merchant.kyb_status not in ('draft', 'rejected') then
    return false;
  end if;
  if merchant.kyb_status = 'rejected' then
    perform change_kyb_status(merchant, 'draft', 'verification reopen', p_acting);
  end if;
  insert into verifications as v (merchant_id) values (p_merchant_id)
  on conflict (merchant_id) do update
  set purge_at = now() + verification_term('draft', v.approved_at is not null);
  return true;
end
$$;
