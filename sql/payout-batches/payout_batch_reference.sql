-- Returns the reference of the batch that a merchant's Idempotency-Key makes in an environment: bat_ and the letters of
-- payout_reference(). So the same request makes the same batch after a restore, and its items the same payouts.
create or replace function payout_batch_reference(p_merchant text, p_environment text, p_idempotency_key text)
returns text
language sql immutable
return overlay(payout_reference(p_merchant, p_environment, p_idempotency_key) placing 'bat' from 1);
