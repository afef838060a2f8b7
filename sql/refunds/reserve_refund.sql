-- Reserves a refund of p_amount kobo of a collection and queues it, or has it wait for a destination or approval: for
-- accept_refund(), and for return_credit() with the unmatched credit that goes back, whose money is not in the balance.
-- p_given is where it goes; without a bank the account that paid, if that is known, has the payer's name and paid all
-- that the collection received: a part of another payer is not sent to it. Returns one of those outcomes of
-- accept_refund() that are about the account, the balance and the limits, with 'accepted' the refund as the API shows
-- it. The caller holds the locks of the collection, the credit and the ledger accounts.
create or replace function reserve_refund(
  p_collection collections, p_credit credits, p_amount bigint, p_idempotency_key text, p_request_hash bytea,
  p_reason text, p_note text, p_given payout_destination, p_is_unresolved boolean, p_acting acting, p_caller caller,
  p_trace_id uuid, out outcome text, out refund json, out details json
)
language plpgsql set search_path = public, pg_temp as $$
declare
  is_given constant boolean := p_given.bank_code is not null;
  account payout_destination := p_given;
  made payouts;
  taken bigint;
  reasons text[];
  terms record;
begin
  if not is_given and not p_is_unresolved then
    account := payer_account(p_collection.environment, case
      when p_credit.id is not null then p_credit.payer
      when not exists (
        select from credits cr
        where cr.collection_id = p_collection.id
          and (cr.status = 'settled' or (cr.status = 'suspended' and cr.is_counted))
          and (lower(cr.payer ->> 'bankName'), cr.payer ->> 'accountNumber') is distinct from
            (lower(p_collection.payer ->> 'bankName'), p_collection.payer ->> 'accountNumber')
      ) then p_collection.payer
    end);
  end if;
  select t.* into terms
  from payout_terms(
    'refund', p_collection.merchant_id, p_collection.environment, p_amount, 'refund', account.bank_code,
    account.account_number
  ) t;
  -- A payer's own money is not in the balance.
  taken := (terms.charges).fee + case when p_credit.id is null then p_amount else 0 end;
  if not is_given and terms.enquired_name is not null then
    if is_same_holder(terms.enquired_name, account.account_name) then
      account.account_name := terms.enquired_name;
    else
      account := null;
    end if;
  end if;
  outcome := case
    when terms.account_id is null then 'no_account'
    when account.bank_code is null then case when terms.is_frozen then 'payouts_frozen' end
    else refund_destination_refusal(
      account.account_name, terms.enquired_name, terms.is_bank_open, terms.is_frozen, terms.is_blocked
    )
  end;
  outcome := coalesce(outcome, case
    when terms.balance < taken then 'insufficient_balance'
    when p_amount > terms.payout_max then 'amount_limit_exceeded'
    else 'accepted'
  end);
  if outcome = 'no_account' then
    raise exception 'merchant % has no % account', p_collection.merchant_id, p_collection.environment
      using errcode = 'PB005';
  end if;
  if outcome = 'accepted' and (terms.limits).version is not null then
    details := take_payout_limits(terms.limits, account.bank_code || ' ' || account.account_number, p_amount);
    if details is not null then
      outcome := 'day_limit_exceeded';
    end if;
  end if;
  if outcome <> 'accepted' then
    details := case outcome
      when 'enquiry_needed' then
        json_build_object('bankCode', account.bank_code, 'accountNumber', account.account_number)
      when 'insufficient_balance' then json_build_object(
        'needed', money_json(taken, 'NGN'), 'fee', money_json((terms.charges).fee, 'NGN'),
        'available', money_json(terms.balance, 'NGN')
      )
      when 'amount_limit_exceeded'
        then json_build_object('limit', 'payout', 'most', money_json(terms.payout_max, 'NGN'))
      else details
    end;
    return;
  end if;

  if (terms.policy).id is not null then
    reasons := approval_reasons(
      terms.policy, p_amount, 'NGN', count_payment(terms.policy, p_amount), account.bank_code, account.account_number
    );
  end if;
  if p_credit.id is not null then
    perform withdraw_acceptance(p_credit.id);
  end if;
  insert into payouts (
    reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, vat, stamp_duty,
    exempted_duty, purpose, currency, collection_id, credit_id, refund_reason, note, bank_code, bank_name,
    account_number, account_name, trace_id, created_at, updated_at
  )
  select refund_reference(terms.merchant, p_collection.environment, p_idempotency_key), p_collection.merchant_id,
    p_collection.environment, p_idempotency_key, p_request_hash,
    case
      when account.bank_code is null then 'needs_destination'
      when reasons is not null then 'awaiting_approval'
      else 'pending'
    end, p_amount, (terms.charges).fee,
    (terms.charges).vat, (terms.charges).stamp_duty, (terms.charges).exempted_duty, 'refund', 'NGN',
    p_collection.id, p_credit.id, p_reason, p_note, account.bank_code,
    (select b.name from banks b where b.code = account.bank_code), account.account_number, account.account_name,
    p_trace_id, t.present, t.present
  from business_now(p_collection.merchant_id, p_collection.environment) t (present)
  returning * into made;
  perform post_journals(array[return_movement(made, (
    'refund_accepted', made.reference, made.merchant_id, made.environment, made.currency,
    -(made.amount + made.fee), made.amount + made.fee, 0, 0, 0, 0, 0, null
  )::ledger_movement)]);
  -- Who requests it must not approve it, even if its destination, or a new policy, is what needs approval.
  if reasons is not null or ((terms.policy).id is not null and made.status = 'needs_destination') then
    perform request_approval(approval_of(made, reasons), (p_caller).key, (p_caller).session_id);
  end if;
  if made.status = 'pending' then
    perform queue_next_jobs('execute_payout', array[made.merchant_id], made.environment, array[made.id]);
  else
    perform emit_events(array[payout_event(made)]);
  end if;
  if p_collection.environment = 'live' and (p_acting).person_id is not null then
    perform log_action(
      made.merchant_id, made.environment, case when p_credit.id is null then 'refund create' else 'credit return' end,
      coalesce(p_credit.reference, made.reference), null,
      payout_facts(made) || jsonb_build_object('collection', p_collection.reference), p_acting
    );
  end if;
  refund := refund_json(made);
end
$$;
