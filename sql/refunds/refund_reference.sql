-- Returns the reference of the refund that a merchant's Idempotency-Key makes in an environment: rfd_ and the letters
-- of payout_reference(). So a payout and a refund may have the same key, and the same request makes the same reference
-- after a restore.
create or replace function refund_reference(p_merchant text, p_environment text, p_idempotency_key text) returns text
language sql immutable
return overlay(payout_reference(p_merchant, p_environment, p_idempotency_key) placing 'rfd' from 1);
