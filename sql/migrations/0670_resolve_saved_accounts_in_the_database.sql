-- The account that a payout is to pay. is_saved: its name needs no enquiry. is_removed: the account was saved once.
create type payout_destination as (
  bank_code text, account_number text, account_name text, is_saved boolean, is_removed boolean
);

-- Requests do not say any more whether their account is saved. A call that is under way fails, and has done nothing.
drop function if exists
  fill_payout_destinations(jsonb),
  payout_requests(jsonb),
  reserve_payouts(jsonb, text[], bigint[]);
