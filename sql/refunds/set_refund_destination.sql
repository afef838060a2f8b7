-- Sets the account of a refund that needs a destination, and queues it. Returns an outcome, with 'accepted' the refund:
--
--   accepted        it is pending, or waits for approval
--   not_found       the merchant has no such refund
--   state_conflict  it needs no destination
--   taken_back      it returns a credit that its provider sends back, or may: operators decide first
--   enquiry_needed  {bankCode, accountNumber} was not verified in the last ten minutes: do that, then try again
--   bank_closed, name_mismatch, destination_blocked, payouts_frozen, day_limit_exceeded  as accept_payouts() has them;
--                   the day's limit for all accounts was taken when the refund was accepted; that of the account
--                   is of the day on which it is set, also where the payout fails later
--
-- Only 'accepted' has effects. Writes an audit row for a live one whose destination a person sets. Raises PB012 if
-- p_caller has lost the right. Locks the refund, then the merchant's ledger accounts.
create or replace function set_refund_destination(
  p_merchant_id bigint, p_environment text, p_reference text, p_bank_code text, p_account_number text,
  p_account_name text, p_acting acting, p_caller caller, out outcome text, out refund json, out details json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  waiting payouts;
  destination constant text := p_bank_code || ' ' || p_account_number;
  today constant date := lagos_day(business_now(p_merchant_id, p_environment));
  reasons text[];
  requested approvals;
  terms record;
begin
  select * into waiting from payouts p
  where (p.merchant_id, p.environment, p.reference) = (p_merchant_id, p_environment, p_reference)
    and p.collection_id is not null
  for update;
  perform lock_balances(array[p_merchant_id], array[p_environment], array['NGN'], true);
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'refunds:write', true);
  select t.* into terms
  from payout_terms(
    'refund', p_merchant_id, p_environment, waiting.amount, 'refund', p_bank_code, p_account_number
  ) t;
  outcome := case
    when waiting.id is null then 'not_found'
    when waiting.status <> 'needs_destination' then 'state_conflict'
    when exists (select from credits cr where cr.id = waiting.credit_id and is_taken_back(cr)) then 'taken_back'
    else coalesce(refund_destination_refusal(
      p_account_name, terms.enquired_name, terms.is_bank_open, terms.is_frozen, terms.is_blocked
    ), 'accepted')
  end;
  if outcome = 'enquiry_needed' then
    details := json_build_object('bankCode', p_bank_code, 'accountNumber', p_account_number);
  elsif outcome = 'accepted' and (terms.limits).version is not null then
    if not payout_use_is_counted(terms.limits) then
      perform recount_payouts(terms.limits, today);
    end if;
    select json_build_object('limit', l.name, 'most', l.most, 'left', l.remaining) into details
    from payout_limits_left(terms.limits, destination, waiting.amount) l
    where l.name <> 'day' and not l.fits limit 1;
    if details is not null then
      outcome := 'day_limit_exceeded';
    end if;
  end if;
  if outcome <> 'accepted' then
    return;
  end if;

  -- Its sum of the day was taken when it was accepted.
  delete from approvals a where a.payout_id = waiting.id returning * into requested;
  if (terms.policy).id is not null then
    reasons := approval_reasons(terms.policy, waiting.amount, 'NGN', null, p_bank_code, p_account_number);
  end if;
  requested.reasons := array(select distinct unnest(requested.reasons || reasons) order by 1);
  update payouts p
  set status = case when requested.reasons = '{}' then 'pending' else 'awaiting_approval' end,
    bank_code = b.code, bank_name = b.name, account_number = p_account_number,
    account_name = p_account_name, updated_at = business_now(p.merchant_id, p.environment),
    -- A provider's statement has it (poll_differences).
    held_since = case when requested.reasons = '{}' and exists (
      select from payout_holds h where h.payout_id = p.id and h.decision is null
    ) then now() end
  from banks b
  where p.id = waiting.id and b.code = p_bank_code
  returning p.* into waiting;
  -- It was counted for all accounts on its own day, and is for this one today, or many could be saved up for it.
  insert into payout_use as u (merchant_id, environment, day, account, amount, payouts)
  select a.merchant_id, a.environment, a.day, destination, waiting.amount, 1
  from payout_use a
  where (a.merchant_id, a.environment, a.day, a.account) = (p_merchant_id, p_environment, today, '')
  on conflict on constraint payout_use_is_kept_once do update
    set amount = u.amount + excluded.amount, payouts = u.payouts + excluded.payouts;
  if waiting.status = 'pending' then
    perform queue_next_jobs('execute_payout', array[waiting.merchant_id], waiting.environment);
  else
    perform request_approval(
      approval_of(waiting, requested.reasons, requested.makers, requested.made_with),
      (p_caller).key, (p_caller).session_id
    );
    perform emit_events(array[payout_event(waiting)]);
  end if;
  if p_environment = 'live' and (p_acting).person_id is not null then
    perform log_action(
      p_merchant_id, p_environment, 'refund destination', p_reference, null, payout_facts(waiting), p_acting
    );
  end if;
  refund := refund_json(waiting);
end
$$;
