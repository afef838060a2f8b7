-- accept_payouts(requests) decides a batch of payout requests, of any merchants, in one transaction.
--
-- Takes a JSON array of {merchantId, environment, idempotencyKey, requestHash (hex), amount (kobo), bankCode,
-- accountNumber, accountName, narration, metadata}. In place of the account there may be payoutAccountId, a saved one's
-- reference, or neither, for the default one: those need no enquiry, which was made when they were saved.
-- Answers each in order, in ordinal (from 1), outcome and payout:
--
--   accepted               the money is reserved, the payout written and its job queued
--   replayed               this key made this payout before; nothing was done
--   key_conflict           this key was used with another body; nothing was done
--   payout_account_not_found, destination_required  no such account is saved, or none is the default
--   enquiry_needed         the bank has not told the holder's name within ten minutes: ask, then try again
--   name_mismatch          accountName is not what the bank told
--   insufficient_balance   the balance, less what items before it took, does not cover amount and fee
--   amount_limit_exceeded  the balance does, but the merchant may not pay out so much at once
--
-- Only 'accepted' has effects, so that a refused item leaves its neighbours and its own key untouched.
-- Locks the ledger accounts of all the merchants in the order of their ids, before it looks at anything: requests of
-- one merchant and environment pass one batch at a time, and what one decides the next one sees.
-- Raises PB004 where the queue refuses a job, PB005 where a merchant has no account of the environment.
create or replace function accept_payouts(requests jsonb)
returns table (ordinal bigint, outcome text, payout json)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  request record;
  decision text;
  outcomes text[] := array_fill(null::text, array[jsonb_array_length(requests)]);
  -- What is left of an account, and which body an idempotency key stands for, as this batch goes along.
  remaining jsonb := '{}';
  bodies jsonb := '{}';
  left_over bigint;
begin
  if exists (select from jsonb_array_elements(requests) r where not r ? 'bankCode') then
    requests := fill_payout_destinations(requests);
  end if;

  -- Conditions on arrays, here and in post_journals, since the planner then always goes by the index.
  perform from ledger_accounts a
  where a.merchant_id = any (array(select (r ->> 'merchantId')::bigint from jsonb_array_elements(requests) r))
    and a.environment = any (array(select r ->> 'environment' from jsonb_array_elements(requests) r))
    and a.currency = 'NGN'
  order by a.id
  for update;

  for request in
    select r.*, p.request_hash as earlier_hash, n.account_name as enquired_name,
      a.id::text as account, a.balance, a.payout_max,
      r.amount + service_fee('payout', r.environment, r.amount) as cost,
      r."merchantId" || ' ' || r.environment || ' ' || r."idempotencyKey" as scoped_key
    from payout_requests(requests) r
    -- Each limit makes a join one probe of an index: joined plainly, all of a merchant's payouts may be read.
    left join lateral (
      select a.id, a.balance, m.payout_max
      from ledger_accounts a join merchants m on m.id = a.merchant_id
      where (a.merchant_id, a.environment, a.currency, a.kind) = (r."merchantId", r.environment, 'NGN', 'available')
      limit 1
    ) a on true
    left join lateral (
      select p.request_hash from payouts p
      where (p.merchant_id, p.environment, p.idempotency_key) = (r."merchantId", r.environment, r."idempotencyKey")
      limit 1
    ) p on true
    left join lateral (
      select n.account_name from name_enquiries n
      where (n.merchant_id, n.environment, n.bank_code, n.account_number)
          = (r."merchantId", r.environment, r."bankCode", r."accountNumber")
        and n.status = 'resolved' and n.completed_at >= business_now(r."merchantId", r.environment) - interval '10 minutes'
      order by n.completed_at desc limit 1
    ) n on true
    order by r.ordinal
  loop
    if request.account is null then
      raise exception 'merchant % has no % account', request."merchantId", request.environment using errcode = 'PB005';
    end if;
    left_over := coalesce((remaining ->> request.account)::bigint, request.balance) - request.cost;
    decision := case
      when coalesce(encode(request.earlier_hash, 'hex'), bodies ->> request.scoped_key) = request."requestHash" then 'replayed'
      when request.earlier_hash is not null or bodies ? request.scoped_key then 'key_conflict'
      when request."bankCode" is null and request."payoutAccountId" is not null then 'payout_account_not_found'
      when request."bankCode" is null then 'destination_required'
      when request."isSaved" is not true and request.enquired_name is null then 'enquiry_needed'
      when request."isSaved" is not true and request.enquired_name <> request."accountName" then 'name_mismatch'
      when left_over < 0 then 'insufficient_balance'
      when request.amount > request.payout_max then 'amount_limit_exceeded'
      else 'accepted'
    end;
    if decision = 'accepted' then
      remaining := jsonb_set(remaining, array[request.account], to_jsonb(left_over));
      bodies := jsonb_set(bodies, array[request.scoped_key], to_jsonb(request."requestHash"));
    end if;
    outcomes[request.ordinal] := decision;
  end loop;

  perform reserve_payouts(requests, outcomes);

  return query
  select r.ordinal, outcomes[r.ordinal], p.json
  from payout_requests(requests) r
  left join lateral (
    select payout_json(p) as json from payouts p
    where (p.merchant_id, p.environment, p.idempotency_key) = (r."merchantId", r.environment, r."idempotencyKey")
      and outcomes[r.ordinal] in ('accepted', 'replayed')
    limit 1
  ) p on true
  order by r.ordinal;
end
$$;
