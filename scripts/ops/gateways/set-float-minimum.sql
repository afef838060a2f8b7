-- When: you want an alert before a gateway's float runs out. --minimum is in kobo (cents with --currency USD); without
-- it, the minimum is removed. It stops no payout.
-- Flags: --gateway WORD [--currency NGN|USD] [--minimum NUMBER] --reason TEXT
select * from set_float_minimum(:gateway, coalesce(:currency, 'NGN'), :minimum::bigint, :acting);
