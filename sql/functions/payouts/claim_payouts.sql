-- Claims pending payouts, of any merchants, for one worker: sets them to 'processing'. Returns one row for each, in any
-- order, also where its id is given twice: a claim is for one who sends it.
--
--   claimed      with the payout
--   not_pending  it is not to be sent: it was claimed before, or canceled
--   locked       somebody else has its row locked: claim it again, by itself
--
-- p_waits: waits for rows that are locked, so that none is 'locked'. Each merchant's next payout gets a job. Locks the
-- payouts in id order. Raises what enqueue_jobs() raises; then none is claimed.
--
-- From here on the bank may have received the transfer. A worker that finds a payout in 'processing' asks the bank what
-- happened, first after ten seconds, and never sends it again by itself.
--
-- Plans are made once (sql/README.md).
create or replace function claim_payouts(p_payout_ids bigint[], p_waits boolean)
returns table (id bigint, result text, payout payouts)
language plpgsql volatile security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  free bigint[];
  claimed payouts[];
begin
  if p_waits then
    perform from payouts p where p.id = any (p_payout_ids) order by p.id for update;
    free := p_payout_ids;
  else
    free := array(
      select p.id from payouts p where p.id = any (p_payout_ids) order by p.id for update skip locked
    );
  end if;

  with claim as (
    update payouts p
    set status = 'processing', fence = p.fence + 1, submitted_at = business_now(p.merchant_id, p.environment),
      updated_at = business_now(p.merchant_id, p.environment),
      next_confirmation_at = business_now(p.merchant_id, p.environment) + interval '10 seconds'
    where p.id = any (free) and p.status = 'pending'
    returning p
  )
  select coalesce(array_agg(c.p), '{}') into claimed from claim c;
  perform queue_next_jobs_of_many('execute_payout', c.environment, array_agg(distinct c.merchant_id))
  from unnest(claimed) c
  group by c.environment;

  return query
  select asked.id, case
      when c.id is not null then 'claimed' when asked.id = any (free) then 'not_pending' else 'locked'
    end, case when c.id is not null then c end
  from (select distinct unnest(p_payout_ids)) asked (id)
  left join unnest(claimed) c on c.id = asked.id;
end
$$;
