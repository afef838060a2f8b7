-- Decides a batch of payout requests, of any merchants, in one transaction.
--
-- Takes a JSON array of payout_request, amounts in kobo and hashes in hex. Without bankCode a request pays the saved
-- account payoutAccountId, or else the default one: these need no name enquiry. key (a reference) or sessionId, and
-- address, identify the caller; actor and personId the person, for the audit row of live money. Returns a row for each,
-- in order, with ordinal (from 1), outcome, payout, and details as the API shows them:
--
--   accepted               the money is reserved, the payout written and its job queued, unless it needs approval
--   right_lost             the caller's right to do this has ended meanwhile: {code}, from lost_right()
--   replayed               this key made this payout before
--   key_conflict           this key was used with another body
--   reference_conflict     another payout has this merchantReference
--   payout_account_not_found, payout_account_removed, destination_required  no such account is saved; it was saved
--                          once; or there is no default
--   bank_closed            the account's bank is not in the list or, also of a saved account, not active any more
--   payouts_frozen         an operator has stopped payouts of the merchant, to the bank, or all (freeze_payouts)
--   destination_blocked    an operator has blocked payouts to this account (block_recipient)
--   enquiry_needed         no name enquiry was resolved in the last ten minutes: make one, then try again. Only where
--                          the balance suffices, so that nobody has banks asked about accounts without money to send
--   name_mismatch          accountName is not the name that the bank gave
--   insufficient_balance   the balance, less what earlier items took, does not cover amount and fee: {needed (both
--                          together), available, fee}
--   amount_limit_exceeded  it is more than this merchant may pay out at once: {limit: 'payout', most}
--   day_limit_exceeded     it is more than is left of a day's limit: {limit, most, left}, from take_payout_limits()
--   locked                 only without p_waits: another transaction holds the merchant's accounts, or its payouts of
--                          the day have to be counted first, for its limits or its approval policy
--
-- Only 'accepted' has effects: a refused item leaves the others and its own key untouched. Locks all the merchants'
-- ledger accounts before it reads anything, so batches with the same merchant and environment run one after the other,
-- and each sees the balance and the limits that the last one left. Without p_waits it waits for no lock: no merchant of
-- the batch, which is then of one environment, is delayed by work for another. Raises PB004 if the queue takes no job,
-- PB005 if a merchant has no account in the environment. Plans are made once (sql/README.md).
create or replace function accept_payouts(p_requests jsonb, p_waits boolean default true)
returns table (ordinal bigint, outcome text, payout json, details json)
language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  requests constant payout_request[] := array(select jsonb_populate_recordset(null::payout_request, p_requests));
  destinations constant payout_destination[] := payout_destinations(requests);
  request record;
  decision text;
  decided decided_payout[] := '{}';
  -- While the batch is decided: what is left of each account, the body hash of each reference, own references.
  remaining jsonb := '{}';
  bodies jsonb := '{}';
  own_references text[] := '{}';
  cost bigint;
  left_over bigint;
  busy_merchants bigint[];
  reasons text[];
  right_lost text;
  reached json;
begin
  select lock_balances(array_agg(r."merchantId"), array_agg(r.environment), array['NGN'], p_waits) into busy_merchants
  from unnest(requests) r;

  for request in
    select r.*, t.*, n.reference, p.request_hash as earlier_hash, o.id is not null as is_reference_used,
      r."merchantId" || ' ' || r.environment || ' ' || r."merchantReference" as scoped_reference
    from unnest(requests, destinations) with ordinality r
    cross join lateral payout_terms(
      'payout', r."merchantId", r.environment, r.amount, r.purpose, r.bank_code, r.account_number
    ) t
    cross join lateral (select payout_reference(t.merchant, r.environment, r."idempotencyKey") as reference offset 0) n
    -- Each limit makes the join one index probe; without it all payouts may be read.
    left join lateral (select p.request_hash from payouts p where p.reference = n.reference limit 1) p on true
    left join lateral (
      select p.id from payouts p
      where (p.merchant_id, p.environment, p.merchant_reference)
        = (r."merchantId", r.environment, r."merchantReference")
      limit 1
    ) o on true
    order by r.ordinality
  loop
    if request.account_id is null then
      raise exception 'merchant % has no % account', request."merchantId", request.environment using errcode = 'PB005';
    end if;
    cost := request.amount + (request.charges).fee;
    left_over := coalesce((remaining ->> request.account_id::text)::bigint, request.balance) - cost;
    right_lost := lost_right(
      row(request.key, request."sessionId", request.address)::caller, request."merchantId", request.environment,
      'pay', 'payouts:write', true
    );
    decision := case
      when request."merchantId" = any (busy_merchants) then 'locked'
      when right_lost is not null then 'right_lost'
      when coalesce(encode(request.earlier_hash, 'hex'), bodies ->> request.reference) = request."requestHash"
        then 'replayed'
      when request.earlier_hash is not null or bodies ? request.reference then 'key_conflict'
      when request.is_reference_used or request.scoped_reference = any (own_references) then 'reference_conflict'
      when request.refusal is not null then request.refusal
      when request.is_bank_open is not true then 'bank_closed'
      when request.is_frozen then 'payouts_frozen'
      when request.is_blocked then 'destination_blocked'
      when not request.is_saved and request.enquired_name is null and left_over >= 0 then 'enquiry_needed'
      when not request.is_saved and request.enquired_name <> request.account_name then 'name_mismatch'
      when left_over < 0 then 'insufficient_balance'
      when request.amount > request.payout_max then 'amount_limit_exceeded'
      else 'accepted'
    end;
    -- Other payouts don't wait while this merchant's day is counted: it gets a call of its own, with p_waits. Most
    -- merchants have neither limits nor a policy.
    if decision = 'accepted' and not p_waits and (
      (request.limits).version is not null and not payout_use_is_counted(request.limits)
      or (request.policy).id is not null and not payment_sum_is_counted(request.policy)
    ) then
      decision := 'locked';
    end if;
    if decision = 'accepted' and (request.limits).version is not null then
      reached := take_payout_limits(
        request.limits, request.bank_code || ' ' || request.account_number, request.amount
      );
      decision := case when reached is null then 'accepted' else 'day_limit_exceeded' end;
    end if;
    reasons := case when decision = 'accepted' and (request.policy).id is not null then approval_reasons(
      request.policy, request.amount, 'NGN', count_payment(request.policy, request.amount), request.bank_code,
      request.account_number
    ) end;
    decided[request.ordinality] := (decision, request.reference, request.charges, reasons, case decision
      when 'right_lost' then json_build_object('code', right_lost)
      when 'insufficient_balance' then json_build_object(
        'needed', money_json(cost, 'NGN'), 'fee', money_json((request.charges).fee, 'NGN'),
        'available', money_json(left_over + cost, 'NGN')
      )
      when 'amount_limit_exceeded'
        then json_build_object('limit', 'payout', 'most', money_json(request.payout_max, 'NGN'))
      when 'day_limit_exceeded' then reached
    end);
    if decision = 'accepted' then
      remaining := jsonb_set(remaining, array[request.account_id::text], to_jsonb(left_over));
      bodies := jsonb_set(bodies, array[request.reference], to_jsonb(request."requestHash"));
      own_references := own_references || request.scoped_reference;
    end if;
  end loop;

  perform reserve_payouts(requests, destinations, decided);

  return query
  select r.ordinality, r.outcome, p.json, r.details
  from unnest(decided) with ordinality r
  left join lateral (
    select payout_json(p) as json from payouts p
    where p.reference = r.reference and r.outcome in ('accepted', 'replayed') limit 1
  ) p on true
  order by r.ordinality;
end
$$;
