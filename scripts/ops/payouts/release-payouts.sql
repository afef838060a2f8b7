-- When: frozen payouts may be sent again: payout-freezes lists freezes.
-- Ends that freeze and sends what it held, unless another freeze holds it too. This moves money.
-- Flags: --environment test|live --scope merchant|bank|gateway|all [--merchant mer_...] [--bank WORD] [--gateway WORD]
--   --reason TEXT
set local statement_timeout = '20min';
select * from release_payouts(:environment, :scope, :merchant, :bank, :gateway, :acting);
