-- Who asks for something: an API key, by its reference, or a person's session; and the address that the request came
-- from. See lost_right().
create type caller as (key text, session_id bigint, address inet);

-- These have a further parameter, or column.
drop function if exists payout_requests(jsonb);
drop function if exists cancel_payout(bigint, text, text, acting);
drop function if exists save_payout_account(bigint, text, text, text, text, acting);
drop function if exists set_default_payout_account(bigint, text, text, boolean, acting);
drop function if exists remove_payout_account(bigint, text, text, acting);
drop function if exists request_identity_check(bigint, text, text, bytea[], bytea, bytea, bytea[]);
drop function if exists create_invitation(bigint, text, text, bytea, bytea, acting);
