-- Claims pending payouts, of any merchants, for one worker: sets them to 'processing'. Returns a row for each of the
-- ids, in order, with ordinal (from 1):
--
--   claimed      with the payout
--   not_pending  this worker must not send it: it was claimed or canceled before, its id was given before, an operator
--                has stopped it, or it is live and the worker has no live gateway
--   locked       somebody else has its row locked: claim it again, by itself
--
-- p_gateways: the worker's live gateways, preferred first. With none it claims no live payout, since nobody could poll
-- it later. choose_gateway() chooses one for each live payout, those of its rule first (prefer_gateways), and records
-- it before anything is sent: no other one may be polled about the payout, or send it again. p_gateway_choice: why they
-- are in that order; kept with each live payout if there are several. p_may_repeat: gateways that may carry out a
-- reference twice. A payout claimed for one of them counts as not sent (unsent_since) until start_payout_calls(), which
-- the worker calls just before: if it dies earlier, another one sends the payout.
--
-- p_waits: waits for locked rows, so that none is 'locked'. Each merchant's next payout gets a job. Locks the payouts
-- in id order, after the freezes that stop them. Raises what enqueue_jobs() raises; then none is claimed.
--
-- From here on the bank may have received the transfer. A worker that finds a payout in 'processing' polls the bank,
-- first after ten seconds, and never sends it again on its own. Plans are made once (sql/README.md).
create or replace function claim_payouts(
  p_payout_ids bigint[], p_waits boolean, p_gateways text[], p_gateway_choice jsonb, p_may_repeat text[]
)
returns table (
  ordinal bigint, outcome text, id bigint, merchant_id bigint, environment text, reference text, status text,
  fence bigint, amount bigint, currency text, bank_code text, account_number text, account_name text, narration text,
  purpose text, sent_through text, refused_by text[], refused_for text, not_found_for_ms double precision,
  is_unsent boolean, reported_success boolean
)
language plpgsql volatile security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  has_freezes constant boolean := lock_payout_freezes(p_payout_ids, p_gateways);
  has_rules constant boolean := cardinality(p_gateways) > 1 and exists (select from gateway_rules);
  free constant bigint[] := lock_payouts(p_payout_ids, p_waits);
  claimed payouts[];
  held payouts[] := '{}';
begin
  -- An operator has stopped these payouts, or blocked their recipients.
  if has_freezes then
    held := hold_frozen_payouts(free, p_gateways);
  end if;
  if exists (select from blocked_recipients) then
    held := held || hold_blocked_payouts(free);
  end if;

  with choice as materialized (
    select q.id, case
        when q.environment = 'test' then null
        when cardinality(p_gateways) < 2 then p_gateways[1]
        else choose_gateway(
          case when has_rules then prefer_gateways(q, p_gateways, p_gateway_choice) else p_gateways end, q.bank_code
        )
      end as gateway
    from payouts q
    where q.id = any (free) and q.status = 'pending' and q.held_since is null
  ), claim as (
    update payouts p
    set status = 'processing', fence = p.fence + 1, submitted_at = business_now(p.merchant_id, p.environment),
      updated_at = business_now(p.merchant_id, p.environment),
      next_confirmation_at = business_now(p.merchant_id, p.environment) + interval '10 seconds',
      sent_through = c.gateway, unsent_since = case when c.gateway = any (p_may_repeat) then now() end,
      gateway_choice = case
        when p.environment = 'test' then null
        when has_rules then with_gateway_rule(p, p_gateway_choice)
        when cardinality(p_gateways) > 1 then p_gateway_choice
      end
    from choice c
    -- A live payout stays pending without a gateway. If that was frozen a moment ago, its next claim holds it.
    where p.id = c.id and (p.environment = 'test' or c.gateway is not null)
    returning p
  )
  select coalesce(array_agg(c.p), '{}') into claimed from claim c;
  -- Three for each that was claimed, so that a merchant alone soon has ten, and those of many that take turns do not
  -- wait for ten of each other.
  perform queue_next_jobs(
    'execute_payout', array_agg(distinct c.merchant_id), c.environment,
    p_most => least(10, 3 * count(*) / count(distinct c.merchant_id))
  )
  from unnest(claimed || held) c
  group by c.environment;

  return query
  select requested.ordinal, case
      when c.id is not null then 'claimed' when requested.id = any (free) then 'not_pending' else 'locked'
    end, c.*
  from unnest(p_payout_ids) with ordinality requested (id, ordinal)
  -- Given twice, it is claimed once: a claim is for one who sends it.
  left join (select k.* from unnest(claimed) p cross join lateral claim_of(p) k) c
    on c.id = requested.id and array_position(p_payout_ids, requested.id) = requested.ordinal
  order by requested.ordinal;
end
$$;
