-- Decides the result of a payout that needs a person, for an operator's script: see decide_payout(). p_outcome:
-- 'succeeded' or 'failed'. Returns its reference and new status. Raises PB008, and changes nothing, if decide_payout()
-- refuses.
create or replace function decide_payout_or_refuse(p_reference text, p_outcome text, p_acting acting)
returns table (reference text, status text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  told record;
begin
  told := decide_payout(p_reference, p_outcome, p_acting);
  if told.outcome <> 'decided' then
    raise exception '%', case told.outcome
      when 'not_found' then format('reference=%s is no payout', p_reference)
      when 'no_decision_needed'
        then format('payout %s needs no decision: payouts-to-review.sql lists those that do', p_reference)
      when 'not_covered'
        then format('the merchant''s available balance does not cover what payout %s takes again', p_reference)
      else format('an earlier decision moved the money of payout %s so already: ask a developer', p_reference)
    end using errcode = 'PB008';
  end if;
  return query select p.reference, p.status from payouts p where p.reference = p_reference;
end
$$;
