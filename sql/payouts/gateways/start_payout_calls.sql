-- Records that a worker is about to call gateways that may carry out a reference twice, with payouts that it has
-- claimed for them (claim_payouts, reroute_payout): from here on the gateway may have each of them (call_started_at),
-- and it is never sent again automatically. Before that, not a byte of it was sent, and the next claim sends it.
--
-- p_fences: what the claims returned. Returns a row for each, in order, with ordinal (from 1): 'started';
-- 'overtaken', if a newer claim has it, the provider reported something about it, or a person decided, so that it must
-- not be sent; or 'locked', only without p_waits, if somebody else has its row locked: start it again.
--
-- Locks the payouts in id order.
create or replace function start_payout_calls(p_payout_ids bigint[], p_fences bigint[], p_waits boolean)
returns table (ordinal bigint, outcome text)
language plpgsql volatile security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  free constant bigint[] := lock_payouts(p_payout_ids, p_waits);
  started bigint[];
begin
  with starting as (
    update payouts p set call_started_at = now(), unsent_since = null
    from unnest(p_payout_ids, p_fences) c (id, fence)
    where p.id = any (free) and p.id = c.id and p.fence = c.fence and p.status = 'processing'
    returning p.id
  )
  select coalesce(array_agg(s.id), '{}') into started from starting s;
  return query
  select requested.ordinal, case
      when requested.id = any (started) then 'started' when requested.id = any (free) then 'overtaken' else 'locked'
    end
  from unnest(p_payout_ids) with ordinality requested (id, ordinal);
end
$$;
