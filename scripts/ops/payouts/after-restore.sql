-- When: the database was restored to an earlier moment, before any worker or ingress starts on it.
-- Freezes all live payouts, as freeze-payouts does, and has the bank polled about each that was in progress at that
-- moment. None is sent, or sent again, before release-payouts: the bank may have it. --gateway is the first of
-- LIVE_GATEWAYS at that time. Lists what was in progress. Other steps: docs/operating/recovery.md.
-- Flags: --gateway GATEWAY --reason TEXT
set local statement_timeout = '20min';
select * from hold_after_restore(:gateway, :acting);
