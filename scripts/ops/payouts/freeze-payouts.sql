-- When: payouts of a merchant, to a bank, through a live gateway, or of a whole environment must not be sent for now.
-- Such as when a key was stolen, or a bank or the provider is not to be trusted. Stops them at once: new ones are
-- refused with PAYOUTS_FROZEN, and those accepted but not sent wait for release-payouts.sql. None fails, and what was
-- sent goes on. With --scope gateway (and --bank, to stop it for that bank only) payouts go through the next gateway,
-- are accepted, and wait only where there is none. The freeze commits at once, however slow the database is. Then this
-- waits up to ten seconds for claims that began before, and prints how many payouts were claimed already.
-- Flags: --environment test|live --scope merchant|bank|gateway|all [--merchant mer_...] [--bank WORD] [--gateway WORD]
--   --reason TEXT
select * from freeze_payouts(:environment, :scope, :merchant, :bank, :gateway, :acting);
commit;
select * from claimed_before_freeze(:environment, :scope, :merchant, :bank, :gateway);
