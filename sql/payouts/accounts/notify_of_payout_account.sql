-- Queues a mail to the merchant's owners about a change of a payout account: p_template is a notice for
-- notify_owners(). The mail has the account's bank and the end of its number.
create or replace function notify_of_payout_account(p_template text, p_account payout_accounts, p_acting acting)
returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform notify_owners(p_account.merchant_id, p_template, jsonb_build_object(
    'environment', p_account.environment,
    'what', (select b.name from banks b where b.code = p_account.bank_code)
      || ' ****' || right(p_account.account_number, 4)
  ), p_acting);
end
$$;
