-- Carries out what accept_payouts() decided, its only caller, which holds the locks: for each 'accepted' request it
-- writes the payout, reserves amount and fee, and queues execute_payout, unless enough of the merchant's payouts are
-- pending: it then follows them (queue_next_jobs). One with reasons waits for approval. Writes an audit row for live
-- money that a person sends. Raises what post_journals() and enqueue_jobs() raise.
create or replace function reserve_payouts(
  p_requests payout_request[], p_destinations payout_destination[], p_decided decided_payout[]
) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  payout_ids bigint[];
begin
  with accepted as (
    insert into payouts (
      reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, vat,
      stamp_duty, exempted_duty, purpose, currency, bank_code, bank_name, account_number, account_name, narration,
      merchant_reference, metadata, trace_id, created_at, updated_at
    )
    select r.reference, r."merchantId", r.environment, r."idempotencyKey", decode(r."requestHash", 'hex'),
      case when r.reasons is null then 'pending' else 'awaiting_approval' end,
      r.amount, c.fee, c.vat, c.stamp_duty, c.exempted_duty, coalesce(r.purpose, 'other'), 'NGN', b.code, b.name,
      r.account_number, r.account_name, r.narration, r."merchantReference", r.metadata, r."traceId",
      business_now(r."merchantId", r.environment), business_now(r."merchantId", r.environment)
    from unnest(p_requests, p_destinations, p_decided) with ordinality r
    cross join lateral (select (r.charges).*) c
    join banks b on b.code = r.bank_code
    where r.outcome = 'accepted'
    order by r.ordinality
    returning id
  )
  select array_agg(id order by id) into payout_ids from accepted;
  if payout_ids is null then
    return;
  end if;

  perform post_journals(array(
    select (
      'payout_accepted', p.reference, p.merchant_id, p.environment, p.currency,
      -(p.amount + p.fee), p.amount + p.fee, 0, 0, 0, 0, 0, null
    )::ledger_movement
    from payouts p where p.id = any (payout_ids) order by p.id
  ));
  if exists (select from unnest(p_decided) d where d.reasons is not null) then
    perform request_payout_approvals(p_requests, p_decided);
  end if;
  perform queue_next_jobs('execute_payout', array_agg(distinct p.merchant_id), p.environment, payout_ids)
  from payouts p where p.id = any (payout_ids) group by p.environment;

  -- Most come from keys, and need no join.
  if exists (select from unnest(p_requests) r where r."personId" is not null) then
    perform log_action(
      p.merchant_id, p.environment, 'payout create', p.reference, null, payout_facts(p),
      row(r.actor, r."personId", host(r.address), null, null)::acting
    )
    from unnest(p_requests, p_decided) r
    join payouts p on p.reference = r.reference
    where r."personId" is not null and p.environment = 'live' and p.id = any (payout_ids);
  end if;
end
$$;
