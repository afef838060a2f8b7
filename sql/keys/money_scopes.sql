-- Returns the scopes with which a key sends money away, or decides where it goes. Who grants them in live has to be
-- allowed to do that (require_right_to_grant).
create or replace function money_scopes() returns text[]
language sql immutable
return array['payouts:write', 'payout_accounts:write'];
