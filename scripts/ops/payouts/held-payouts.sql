-- When: an alert says that payouts wait for a person.
-- Lists the 100 payouts that have waited longest, by cause: 'account' or 'name' if their account or a name like the
-- holder's is blocked, 'statement' if they are on a provider's statement although the books never sent them. Amounts in
-- minor units; the account's last four digits; the holder's name, to compare with a list. Changes nothing. Compare,
-- then use decide-held-payout.
set local enable_seqscan = off;
select p.reference, p.environment, m.reference as merchant, h.cause, p.amount, p.currency, p.bank_name as bank,
  mask_text(p.account_number) as account, p.account_name, h.held_at
from payout_holds h
join payouts p on p.id = h.payout_id
join merchants m on m.id = p.merchant_id
where h.decision is null and p.status = 'pending'
order by h.held_at
limit 100;
