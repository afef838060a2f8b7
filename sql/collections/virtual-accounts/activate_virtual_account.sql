-- Gives a virtual account the bank details that the gateway provisioned, opens its collection and notifies the waiting
-- request. p_through: the live gateway; p_provider_account: its name for the account, if incoming money can be polled
-- there: from two minutes on, or from the end of an account that a payer opened. p_ends_at: when the account ends
-- there; null: as requested. If that is sooner, the account ends sooner here too. The merchant's next account gets a
-- job. Returns false if the account is no longer being provisioned, or if its payment link or merchant stopped
-- collecting meanwhile, which fails the account. Locks the payment link, then the account.
create or replace function activate_virtual_account(
  p_account_id bigint, p_bank_code text, p_bank_name text, p_account_number text, p_account_name text, p_through text,
  p_provider_account text, p_is_one_time boolean, p_ends_at timestamptz
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
  is_wanted boolean;
  ends_at timestamptz;
begin
  -- Waits for a settlement that may be about to close the link.
  perform from payment_links l
  where l.id = (select v.payment_link_id from virtual_accounts v where v.id = p_account_id)
  for share;
  select may_collect(v.merchant_id, v.environment) and coalesce(l.status = 'active', true),
    least(v.expires_at, p_ends_at)
  into is_wanted, ends_at
  from virtual_accounts v left join payment_links l on l.id = v.payment_link_id
  where v.id = p_account_id;
  if not is_wanted then
    perform fail_virtual_account(p_account_id);
    return false;
  end if;

  update virtual_accounts v
  set status = 'active', bank_code = p_bank_code, bank_name = p_bank_name, account_number = p_account_number,
    account_name = p_account_name, provisioned_through = p_through, provider_account = p_provider_account,
    is_one_time = p_is_one_time, expires_at = ends_at,
    next_poll_at = case
      when v.environment = 'test' or p_provider_account is null then null
      -- A payer opened it: see finish_account_poll().
      when v.payment_link_id is not null then ends_at + interval '1 minute'
      else now() + interval '2 minutes'
    end
  where v.id = p_account_id and v.status = 'provisioning'
  returning * into account;
  if not found then
    return false;
  end if;

  insert into collections (
    reference, merchant_id, environment, virtual_account_id, payment_link_id, amount, currency, expires_at,
    merchant_reference, metadata, created_at
  ) values (
    new_reference('col'), account.merchant_id, account.environment, account.id, account.payment_link_id,
    account.amount, account.currency, account.expires_at,
    -- Another collection may have taken it while the account was being provisioned.
    case when not exists (
      select from collections c
      where (c.merchant_id, c.environment, c.merchant_reference)
          = (account.merchant_id, account.environment, account.merchant_reference)
        and c.status <> 'failed'
    ) then account.merchant_reference end,
    account.metadata, business_now(account.merchant_id, account.environment)
  );
  perform queue_next_jobs('provision_virtual_account', array[account.merchant_id], account.environment);
  perform notify_results('virtual_account', array[p_account_id]);
  return true;
end
$$;
