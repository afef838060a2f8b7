-- Returns everything recorded about a payout, refund, virtual account, collection, credit, event or identity check, for
-- an operator: in order of time, with what belongs together (an account with its newest 20 collections and their newest
-- 50 credits). p_reference: any of their public references; for an event also what it reports.
--
--   state     the row itself; its amount is in minor units
--   provider  what was sent to the provider or reported by it: for a payout how often it was polled, and which gateways
--             did not send it, and why; single calls are in the workers' log
--   journal   each movement of money, with its entries
--   event, attempt  the newest 50, and how often and how they were delivered
--   job       what is queued now
--   audit     the newest 50 changes by people, keys and operators
--
-- Shows no names, phone numbers, BVNs, NINs, keys, secrets or bodies, only the last four digits of account numbers, and
-- the host of webhook URLs. Raises PB008 if nothing has that reference. Reads only indexes.
create or replace function reference_history(p_reference text)
returns table (at timestamptz, part text, subject text, what text, details jsonb)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  prefix text := split_part(p_reference, '_', 1);
  requested text := p_reference;
  own_event events;
  payout payouts;
  account_ids bigint[];
  collection_ids bigint[];
  credit_ids bigint[];
  event_ids bigint[];
  identity identity_checks;
  subjects text[];
  owner bigint;
  place text;
  keys text[];
begin
  if prefix = 'evt' then
    select e.* into own_event from events e where e.reference = p_reference;
    requested := own_event.subject;
    prefix := split_part(requested, '_', 1);
    owner := own_event.merchant_id;
    place := own_event.environment;
  end if;

  if prefix in ('pyt', 'rfd') then
    select p.* into payout from payouts p where p.reference = requested;
    owner := payout.merchant_id;
    place := payout.environment;
  elsif prefix = 'kyc' then
    select k.* into identity from identity_checks k where k.reference = requested;
    owner := identity.merchant_id;
    place := identity.environment;
  elsif prefix in ('va', 'col', 'crd') then
    account_ids := array(
      select v.id from virtual_accounts v where prefix = 'va' and v.reference = requested
      union
      select c.virtual_account_id from collections c where prefix = 'col' and c.reference = requested
      union
      select c.virtual_account_id from credits cr join collections c on c.id = cr.collection_id
      where prefix = 'crd' and cr.reference = requested
    );
    collection_ids := array(
      (select c.id from collections c where prefix = 'va' and c.virtual_account_id = any (account_ids)
        order by c.id desc limit 20)
      union
      select c.id from collections c where prefix = 'col' and c.reference = requested
      union
      select cr.collection_id from credits cr where prefix = 'crd' and cr.reference = requested
    );
    credit_ids := array(
      (select cr.id from credits cr where prefix <> 'crd' and cr.collection_id = any (collection_ids)
        order by cr.id desc limit 50)
      union
      select cr.id from credits cr where prefix = 'crd' and cr.reference = requested
    );
    select c.merchant_id, c.environment into owner, place from collections c where c.id = any (collection_ids) limit 1;
    if owner is null then
      select v.merchant_id, v.environment into owner, place
      from virtual_accounts v where v.id = any (account_ids) limit 1;
    end if;
  end if;

  subjects := array_remove(array[payout.reference, identity.reference], null)
    || array(select v.reference from virtual_accounts v where v.id = any (account_ids))
    || array(select c.reference from collections c where c.id = any (collection_ids))
    || array(select cr.reference from credits cr where cr.id = any (credit_ids));
  if subjects = '{}' and own_event.id is null then
    raise exception 'there is no %: give a payout, virtual account, collection, credit, event or identity check',
      p_reference using errcode = 'PB008';
  end if;
  event_ids := array(
    (select e.id from unnest(subjects) s cross join lateral (
        select i.id, i.created_at from events i
        where i.merchant_id = owner and i.environment = place and i.subject = s
        order by i.created_at desc, i.id desc limit 50
      ) e
      order by e.created_at desc limit 50)
    union
    select own_event.id where own_event.id is not null
  );
  keys := array(
    select task || ':' || id from unnest(array['execute_payout', 'confirm_payout']) task, unnest(array[payout.id]) id
    union all
    select 'provision_virtual_account:' || id from unnest(account_ids) id
    union all
    select 'provision_crypto_address:' || id from unnest(collection_ids) id
    union all
    select 'settle_credit:' || id from unnest(credit_ids) id
    union all
    select 'check_identity:' || identity.identity_record_id
    union all
    select task || ':' || id from unnest(array['deliver_webhook', 'deliver_slow_webhook']) task, unnest(event_ids) id
  );

  return query
  select h.* from (
    select payout.created_at, 'state', payout.reference, payout.status, jsonb_strip_nulls(jsonb_build_object(
      'merchant', (select m.reference from merchants m where m.id = owner), 'environment', place,
      'amount', payout.amount, 'fee', payout.fee, 'currency', payout.currency, 'bank', payout.bank_code,
      'accountNumber', mask_text(payout.account_number),  'idempotencyKey', payout.idempotency_key,
      'failureCode', payout.failure_code, 'needsReview', payout.needs_review, 'contradictedBy', payout.contradicted_by,
      'duplicateGateway', payout.duplicate_gateway,
      'settledAt', payout.settled_at, 'decidedAt', payout.decided_at
    ))
    where payout.id is not null
    union all
    select coalesce(payout.submitted_at, payout.created_at), 'provider', payout.reference,
      case when payout.submitted_at is null then 'not sent' else 'sent' end, jsonb_strip_nulls(jsonb_build_object(
        'sentAt', payout.submitted_at, 'sentThrough', payout.sent_through, 'gatewayChoice', payout.gateway_choice,
        'polls', payout.confirmations, 'nextPollTime', payout.next_confirmation_at,
        'unsentSince', payout.unsent_since, 'confirmedAt', payout.confirmed_at,
        'reversibleUntil', payout.reversible_until
      ))
    where payout.id is not null
    union all
    select r.refused_at, 'provider', payout.reference, 'not sent', jsonb_build_object(
      'gateway', r.gateway, 'reason', r.reason
    )
    from payout_refusals r where r.payout_id = payout.id
    union all
    select t.created_at, 'provider', t.reference, 'the sandbox has it', jsonb_build_object('timesSent', t.times_sent)
    from sandbox_transfers t where t.reference = payout.reference
    union all
    select identity.created_at, 'state', identity.reference, identity.status, jsonb_strip_nulls(jsonb_build_object(
      'merchant', (select m.reference from merchants m where m.id = owner), 'environment', place,
      'type', identity.type, 'fromCache', identity.is_cache_hit, 'limitedUntil', identity.limited_until,
      'record', r.reference, 'recordStatus', r.status, 'feeReserved', r.fee_reserved
    ))
    from identity_records r where r.id = identity.identity_record_id
    union all
    select v.created_at, 'state', v.reference, v.status, jsonb_strip_nulls(jsonb_build_object(
      'merchant', (select m.reference from merchants m where m.id = v.merchant_id), 'environment', v.environment,
      'amount', v.amount, 'currency', v.currency, 'bank', v.bank_code,
      'accountNumber', mask_text(v.account_number), 'expiresAt', v.expires_at
    ))
    from virtual_accounts v where v.id = any (account_ids)
    union all
    select c.created_at, 'state', c.reference, c.status, jsonb_strip_nulls(jsonb_build_object(
      'merchant', (select m.reference from merchants m where m.id = c.merchant_id), 'environment', c.environment,
      'amount', c.amount, 'received', c.amount_received, 'fee', c.fee, 'currency', c.currency, 'late', c.late,
      'chain', c.chain, 'token', c.token, 'unmatched', c.unmatched_amount, 'settledAt', c.settled_at
    ))
    from collections c where c.id = any (collection_ids)
    union all
    select cr.received_at, 'state', cr.reference, cr.status, jsonb_strip_nulls(jsonb_build_object(
      'environment', cr.environment, 'amount', cr.amount, 'currency', cr.currency,
      'providerReference', cr.provider_reference, 'recipient', mask_text(cr.recipient),
      'paidAt', cr.paid_at, 'unmatchedReason', cr.unmatched_reason, 'failures', nullif(cr.settle_failures, 0),
      'settleAfter', case when cr.settle_failures > 0 then cr.settle_after end
    ))
    from credits cr where cr.id = any (credit_ids)
    union all
    select d.last_reported_at, 'provider', cr.reference, 'reported otherwise', jsonb_build_object(
      'recipient', mask_text(d.recipient), 'amount', d.amount, 'currency', d.currency, 'times', d.times_reported
    )
    from credits cr join credit_discrepancies d on d.credit_id = cr.id where cr.id = any (credit_ids)
    union all
    select j.created_at, 'journal', j.subject, j.kind, (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'account', e.kind, 'amount', e.amount, 'balanceAfter', e.balance_after
      )) order by e.account_id)
      from entries_of(j) e
    )
    from ledger_journals j where j.subject = any (subjects)
    union all
    select e.created_at, 'event', e.reference, e.type, jsonb_strip_nulls(jsonb_build_object(
      'about', e.subject, 'delivery', e.delivery_status, 'retries', e.retries, 'nextAttemptAt', e.next_attempt_at
    ))
    from events e where e.id = any (event_ids)
    union all
    select w.sent_at, 'attempt', e.reference, coalesce(w.response_status::text, w.error), jsonb_build_object(
      'number', w.number, 'durationMs', w.duration_ms, 'host', substring(w.url from '^https?://(?:[^/@]*@)?([^/?#:]+)')
    )
    from events e
    cross join lateral (
      select i.* from webhook_attempts i where i.event_id = e.id order by i.number desc limit 20
    ) w
    where e.id = any (event_ids)
    union all
    select j.run_at, 'job', j.key, case when j.locked_at is not null then 'running' else 'waiting' end,
      jsonb_strip_nulls(jsonb_build_object(
        'queue', j.queue, 'attempts', j.attempts, 'lastError', mask_text(left(j.last_error, 200)),
        'lockedAt', j.locked_at, 'lockedBy', j.locked_by
      ))
    from queued_jobs j where j.key = any (keys)
    union all
    select a.done_at, 'audit', a.target, a.action, jsonb_strip_nulls(jsonb_build_object(
      'actor', a.actor, 'reason', a.reason, 'before', a.before, 'after', a.after
    ))
    from unnest(subjects || array(select e.reference from events e where e.id = any (event_ids))) s
    cross join lateral (
      select i.* from audit_log i where i.target = s order by i.id desc limit 50
    ) a
  ) h (at, part, subject, what, details)
  order by h.at, h.part <> 'state', h.part <> 'provider', h.part, h.subject;
end
$$;
