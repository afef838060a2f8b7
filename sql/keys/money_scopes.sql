-- Returns the scopes that let a key send money away, or decide where it goes. Granting them in live needs that right
-- too (require_right_to_grant).
create or replace function money_scopes() returns text[]
language sql immutable
return array['payouts:write', 'payout_batches:write', 'refunds:write', 'credits:write', 'payout_accounts:write'];
