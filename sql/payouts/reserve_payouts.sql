-- Carries out what accept_payouts() decided, its only caller, which holds the locks: for each 'accepted' request it
-- writes the payout, reserves amount and fee, and queues execute_payout, unless enough of the merchant's payouts are
-- pending: it then follows them (queue_next_jobs). Writes an audit row for live money that a person sends. Raises what
-- post_journals() and enqueue_jobs() raise.
create or replace function reserve_payouts(
  p_requests jsonb, p_outcomes text[], p_references text[], p_charges charges_due[], p_destinations payout_destination[]
) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  payout_ids bigint[];
begin
  with accepted as (
    insert into payouts (
      reference, merchant_id, environment, idempotency_key, request_hash, amount, fee, vat, stamp_duty,
      exempted_duty, purpose, currency, bank_code, bank_name, account_number, account_name, narration,
      merchant_reference, metadata, trace_id, created_at, updated_at
    )
    select p_references[r.ordinal], r."merchantId", r.environment, r."idempotencyKey", decode(r."requestHash", 'hex'),
      r.amount, c.fee, c.vat, c.stamp_duty, c.exempted_duty, coalesce(r.purpose, 'other'), 'NGN', b.code, b.name,
      d.account_number, d.account_name, r.narration, r."merchantReference", r.metadata, r."traceId",
      business_now(r."merchantId", r.environment), business_now(r."merchantId", r.environment)
    from payout_requests(p_requests) r
    cross join lateral (select (p_destinations[r.ordinal]).*) d
    cross join lateral (select (p_charges[r.ordinal]).*) c
    join banks b on b.code = d.bank_code
    where p_outcomes[r.ordinal] = 'accepted'
    order by r.ordinal
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
  perform queue_next_jobs('execute_payout', array_agg(distinct p.merchant_id), p.environment, payout_ids)
  from payouts p where p.id = any (payout_ids) group by p.environment;

  -- Most come from keys, and need no join.
  if jsonb_path_exists(p_requests, '$[*].personId') then
    perform log_action(
      p.merchant_id, p.environment, 'payout create', p.reference, null, payout_facts(p),
      row(item ->> 'actor', (item ->> 'personId')::bigint, item ->> 'address', null, null)::acting
    )
    from jsonb_array_elements(p_requests) with ordinality r (item, ordinal)
    join payouts p on p.reference = p_references[r.ordinal]
    where item ? 'personId' and p.environment = 'live' and p.id = any (payout_ids);
  end if;
end
$$;
