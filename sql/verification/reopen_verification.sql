-- Makes a merchant's verification a draft again: withdraws a submitted one, or reopens a rejected one. False if it is
-- neither, or the merchant was closed. Writes an audit row. Locks the merchant.
create or replace function reopen_verification(p_merchant_id bigint, p_acting acting) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  merchant merchants;
begin
  select * into strict merchant from merchants m where m.id = p_merchant_id for no key update;
  if merchant.kyb_status not in ('submitted', 'rejected') or merchant.closed_at is not null then
    return false;
  end if;
  perform change_kyb_status(merchant, 'draft', 'verification reopen', p_acting);
  return true;
end
$$;
