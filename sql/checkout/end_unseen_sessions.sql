-- Makes room when there are too many open sessions: ends up to 100 of a payment link, or of a merchant if that is null,
-- whose page didn't come back within two minutes, oldest first. Nobody saw their accounts, so no event is sent. Skips
-- accounts that a settlement has locked.
create or replace function end_unseen_sessions(p_merchant_id bigint, p_environment text, p_link_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
begin
  for account in
    select v.* from virtual_accounts v join checkout_sessions s on s.virtual_account_id = v.id
    where v.merchant_id = p_merchant_id and v.environment = p_environment
      and v.payment_link_id is not null and (p_link_id is null or v.payment_link_id = p_link_id)
      and v.status in ('provisioning', 'active')
      and s.shown_at is null and s.created_at < now() - interval '2 minutes'
    order by s.created_at limit 100
    for no key update of v skip locked
  loop
    if account.status = 'provisioning' then
      perform fail_virtual_account(account.id);
    else
      perform expire_virtual_account(account.id);
    end if;
  end loop;
end
$$;
