-- When: someone names a payment by its amount or account number.
-- Finds the merchant's payouts and payments of a day (Lagos time) with that amount, in kobo or cents, or that account
-- number: the recipient's of a payout, the virtual account's of a payment. Changes nothing.
-- Flags: --merchant mer_... --day YYYY-MM-DD [--amount NUMBER] [--account NUMBER]
select * from find_payments(:merchant, :day::date, :amount::bigint, :account);
