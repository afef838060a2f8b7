-- When: money is in suspense (see ledger-control) and you know whose it is. This moves money. --resolution release
-- credits it to its merchant; --resolution refund records that the provider sent it back to the payer. A credit without
-- a virtual account needs the merchant's reference.
-- Flags: --credit crd_... --resolution release|refund [--merchant mer_...] --reason TEXT
select reference, status, amount, currency
from resolve_suspended_credit(:credit, :resolution, :merchant, :acting);
