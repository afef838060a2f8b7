-- Returns a payout for the audit log: its amount (in minor units) and destination, without the holder's name.
-- log_action() masks the account's number.
create or replace function payout_facts(p_payout payouts) returns jsonb
language sql immutable
return jsonb_build_object(
  'amount', p_payout.amount, 'bank', p_payout.bank_name, 'accountNumber', p_payout.account_number
);
