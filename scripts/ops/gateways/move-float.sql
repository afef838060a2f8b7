-- When: money was moved between two live gateways, or paid in to one or taken out of one by the owner. This books it in
-- the ledger; the money itself is moved at the gateways and the bank. --from and --to are names of gateways, or bank
-- for the owner's own bank account. --amount is in kobo (cents with --currency USD). --reference is your own, such as
-- that of the bank transfer: what was booked under it is not booked twice.
-- Flags: --from WORD --to WORD --amount NUMBER [--currency NGN|USD] --reference WORD --reason TEXT
select * from move_float(:reference, :from, :to, coalesce(:currency, 'NGN'), :amount::bigint, :acting);
