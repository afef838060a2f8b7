-- When: payouts of a merchant, to a bank, through a live gateway, or of a whole environment must stop for now, for
-- example because a key was stolen or a bank or provider can't be trusted.
-- Stops them at once: new ones are refused with PAYOUTS_FROZEN, and those accepted but not sent wait for
-- release-payouts. None fails, and sent ones continue. With --scope gateway (and --bank, to stop it for that bank only)
-- payouts go through the next gateway, are accepted, and wait only if there is none. The freeze commits at once,
-- however slow the database is. Then this waits up to ten seconds for claims that began before, and prints how many
-- payouts were already claimed.
-- Flags: --environment test|live --scope merchant|bank|gateway|all [--merchant mer_...] [--bank WORD] [--gateway WORD]
--   --reason TEXT
select * from freeze_payouts(:environment, :scope, :merchant, :bank, :gateway, :acting);
commit;
select * from claimed_before_freeze(:environment, :scope, :merchant, :bank, :gateway);
