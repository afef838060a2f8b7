-- What was known of the live gateways when one was chosen for the payout, the best first: see rankGateways() of the
-- workers. For operators. Null: there was one gateway or none, or it was claimed before this column was there.
alter table payouts add column gateway_choice jsonb;
-- They have a parameter more.
drop function if exists claim_payouts(bigint[], boolean, text, text[]);
drop function if exists reroute_payout(bigint, bigint, text, text[], boolean);
