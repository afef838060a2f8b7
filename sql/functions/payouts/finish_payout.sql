-- Stores a final result of one payout. Processes of the version before call it: finish_payouts() has the rules.
create or replace function finish_payout(
  p_payout_id bigint, p_fence bigint, p_outcome text, p_failure_code text default null,
  p_failure_message text default null, p_confirm_again_after interval default null
) returns text
language sql volatile security definer set search_path = public, pg_temp as $$
  select result from finish_payouts(array[(
    p_payout_id, p_fence, p_outcome, p_failure_code, p_failure_message, p_confirm_again_after
  )::payout_end], true)
$$;
