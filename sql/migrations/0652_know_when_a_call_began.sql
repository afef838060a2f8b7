-- When a worker began to call a gateway that may carry out a reference twice: see start_payout_calls().
alter table payouts add column call_started_at timestamptz;

drop function if exists claim_payouts(bigint[], boolean, text, text[], jsonb);
drop function if exists reroute_payout(bigint, bigint, text, text[], boolean, jsonb);
