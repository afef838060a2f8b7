-- Replaced by functions that do the same for many rows at once: claim_payouts(), finish_payouts(), claim_deliveries(),
-- record_attempts() and record_sandbox_transfers().
drop function if exists claim_payout(bigint);
drop function if exists finish_payout(bigint, bigint, text, text, text, interval);
drop function if exists claim_delivery(bigint, bigint, boolean);
drop function if exists record_attempt(bigint, bigint, text, json, integer, text, integer, text, interval);
drop function if exists record_sandbox_transfer(text, bigint, text, text, text);
