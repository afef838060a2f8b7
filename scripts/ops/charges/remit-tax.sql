-- When: the owner paid VAT or stamp duty to the state.
-- Books it in the ledger; the money itself is paid from the owner's own account. --amount is in kobo, at most what is
-- owed. --reference is your own, such as the receipt's: each is booked only once. Prints what is still owed.
-- Flags: --kind vat|stamp_duty --amount NUMBER --reference WORD --reason TEXT
select remit_tax(:kind, :amount::bigint, :reference, :acting) as still_owed;
