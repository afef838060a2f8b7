-- Returns the 100 payouts that have waited longest for a person, for an operator, by cause: 'account' or 'name' where
-- their recipient is listed (block_recipient), 'statement' where a provider's statement has them although they were
-- never sent, by the books (poll_differences). Amounts in minor units, of the account the last four digits, and
-- the holder's name, which is what has to be compared with a list. Reads what waits, not what was decided or what
-- its merchant canceled.
create or replace function list_held_payouts()
returns table (
  reference text, environment text, merchant text, cause text, amount bigint, currency text, bank text, account text,
  account_name text, held_at timestamptz
)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query
  select p.reference, p.environment, m.reference, h.cause, p.amount, p.currency, p.bank_name,
    mask_text(p.account_number), p.account_name, h.held_at
  from payout_holds h
  join payouts p on p.id = h.payout_id
  join merchants m on m.id = p.merchant_id
  where h.decision is null and p.status = 'pending'
  order by h.held_at
  limit 100;
end
$$;
