-- When: a merchant leaves.
-- Revokes its keys, stops live mode, and starts its data-retention periods. kyb set reopens it.
-- Flags: --merchant mer_... --reason TEXT
select close_merchant(merchant_named(:merchant), :acting) as keys_revoked;
