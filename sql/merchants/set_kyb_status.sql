-- Sets the verification status of a merchant's business, from any to any; live actions need 'approved'. A closed
-- merchant is open again. Raises PB008 for a submitted verification: it must be approved or rejected with
-- decide_verification(), which records what was reviewed. An operator's action. Locks the merchant.
create or replace function set_kyb_status(p_merchant_id bigint, p_status text, p_acting acting) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before merchants;
begin
  select * into strict before from merchants m where m.id = p_merchant_id for no key update;
  if before.kyb_status = 'submitted' and before.closed_at is null and p_status in ('approved', 'rejected') then
    raise exception '% waits for a decision: decide about what you saw', before.reference using errcode = 'PB008';
  end if;
  update merchants m set closed_at = null where m.id = p_merchant_id and m.closed_at is not null;
  perform change_kyb_status(before, p_status, 'kyb set', p_acting);
end
$$;
