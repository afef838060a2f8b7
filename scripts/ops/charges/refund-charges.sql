-- When: a merchant is to get the charges of a payout back that a bank returned.
-- Books them to its available balance, once for each payout: all, or one kind. The payout must be reversed.
-- Flags: --payout pyt_...|rfd_... [--kind service|vat|stamp_duty] --reason TEXT
select * from refund_charges(:payout, string_to_array(coalesce(:kind, 'service,vat,stamp_duty'), ','), :acting);
