-- When: a merchant's business has left.
-- Revokes its keys, stops its live mode, and starts the periods for which its data is kept. kyb set opens it again.
-- Flags: --merchant mer_... --reason TEXT
select close_merchant(merchant_named(:merchant), :acting) as keys_revoked;
