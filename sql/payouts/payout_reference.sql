-- Returns the reference of the payout that a merchant's Idempotency-Key makes in an environment: pyt_ and 26 letters in
-- the form of new_reference(), from 128 bits of a hash. It does not sort by time. p_merchant: the merchant's own
-- reference, which no other installation has.
--
-- The same key makes the same reference in every database. A database restored to an earlier moment has lost payouts
-- that the bank knows: a merchant who repeats such a request gets the same reference, and the bank, which carries out a
-- reference once, pays once.
create or replace function payout_reference(p_merchant text, p_environment text, p_idempotency_key text) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  alphabet constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  -- A merchant's reference and an environment contain no space, so no two keys make the same text.
  digest constant bytea := sha256(convert_to(concat_ws(' ', p_merchant, p_environment, p_idempotency_key), 'UTF8'));
  -- 26 letters hold 130 bits; those of a ULID are 128, so the first is 7 at most.
  result text := 'pyt_' || substr(alphabet, (get_byte(digest, 0) & 7) + 1, 1);
begin
  for position in 1..25 loop
    result := result || substr(alphabet, (get_byte(digest, position) & 31) + 1, 1);
  end loop;
  return result;
end
$$;
