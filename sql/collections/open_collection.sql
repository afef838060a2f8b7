-- Opens a further collection of p_amount kobo on a virtual account whose last collection is final, and makes the
-- account active again for its original lifetime.
--
-- Returns outcome 'opened' with the collection; 'one_time' if the account accepts only one payment; 'still_open' (also
-- if another account has the same number by now); 'not_found'. Raises PB007 if the merchant may not collect, and a
-- unique violation if another collection has p_merchant_reference. Locks the account.
create or replace function open_collection(
  p_merchant_id bigint, p_environment text, p_reference text, p_amount bigint,
  p_merchant_reference text default null, p_metadata json default null, out outcome text, out collection json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
  opened collections;
  present timestamptz;
begin
  select * into account from virtual_accounts v
  where (v.merchant_id, v.environment, v.reference)
      = (p_merchant_id, p_environment, p_reference)
    and v.status in ('active', 'closed', 'expired')
  for update;
  if found then
    perform require_collecting(p_merchant_id, p_environment);
  end if;
  outcome := case
    when account.id is null then 'not_found'
    when account.status = 'active' or exists (
      select from virtual_accounts v
      where (v.environment, v.bank_code, v.account_number)
          = (account.environment, account.bank_code, account.account_number)
        and v.status = 'active'
    ) then 'still_open'
    when account.is_one_time then 'one_time'
    else 'opened'
  end;
  if outcome <> 'opened' then
    return;
  end if;

  present := business_now(account.merchant_id, account.environment);
  -- The new collection is the merchant's own, not the payment link's.
  update virtual_accounts v
  set status = 'active', amount = p_amount, payment_link_id = null,
    expires_at = present + make_interval(mins => v.expires_in_minutes),
    next_poll_at = case when v.provider_account is not null then now() + interval '2 minutes' end,
    polls = v.polls + 1, poll_failures = 0, poll_page = null, poll_pages = 0
  where v.id = account.id
  returning * into account;
  insert into collections (
    reference, merchant_id, environment, virtual_account_id, amount, currency, expires_at,
    merchant_reference, metadata, created_at
  ) values (
    new_reference('col'), account.merchant_id, account.environment, account.id, p_amount,
    account.currency, account.expires_at, p_merchant_reference, p_metadata, present
  )
  returning * into opened;
  collection := collection_json(opened);
end
$$;
