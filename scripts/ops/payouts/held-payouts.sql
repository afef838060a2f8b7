-- When: an alert says that payouts wait for a person.
-- Lists the 100 payouts that have waited longest, by cause: 'account' or 'name' where an operator has listed their
-- account or a name like the holder's, 'statement' where a provider's statement has them although they were never sent,
-- by the books. Amounts in minor units, of the account the last four digits, and the holder's name, which is what has
-- to be compared with a list. Changes nothing. Compare, then decide: decide-held-payout.sql.
set local enable_seqscan = off;
select p.reference, p.environment, m.reference as merchant, h.cause, p.amount, p.currency, p.bank_name as bank,
  mask_text(p.account_number) as account, p.account_name, h.held_at
from payout_holds h
join payouts p on p.id = h.payout_id
join merchants m on m.id = p.merchant_id
where h.decision is null and p.status = 'pending'
order by h.held_at
limit 100;
