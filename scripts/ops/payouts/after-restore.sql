-- When: the database was restored to an earlier moment, before any worker or ingress starts on it.
-- Stops all live payouts, as freeze-payouts.sql does, and has the bank asked about each that was under way at the
-- moment. None of them is sent, or sent again, before release-payouts.sql: the bank may have it. --gateway is the
-- preferred one of LIVE_GATEWAYS at that time. Lists what was under way. Other steps: docs/operating/recovery.md.
-- Flags: --gateway GATEWAY --reason TEXT
select * from hold_after_restore(:gateway, :acting);
