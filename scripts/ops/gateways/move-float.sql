-- When: the owner moved money between two live gateways, paid into one or withdrew from one. This books it in the
-- ledger; the money itself is moved at the gateways and the bank. --from and --to are names of gateways, or bank for
-- the owner's own bank account. --amount is in kobo (cents with --currency USD). --reference is your own, such as the
-- bank transfer's: each is booked only once. --reverses takes a move back that was booked by mistake: the same the
-- other way round, under a reference of its own, whatever the float holds.
-- Flags: --from WORD --to WORD --amount NUMBER [--currency NGN|USD] --reference WORD [--reverses WORD] --reason TEXT
select * from move_float(
  :reference, :from, :to, coalesce(:currency, 'NGN'), :amount::bigint, :acting, p_reverses => :reverses
);
