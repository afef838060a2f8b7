-- Ends batches of an environment, for the sweep: one under way whose payouts have all ended is completed, or canceled
-- if that had begun in its first run; one that nobody has started within seven days, by its merchant's time, is
-- canceled. p_clocks: the merchants whose test batches are ended by their test clocks; only these if the environment is
-- null. A hundred of each at most: the next sweep takes more. Skips batches that somebody has locked. Returns how many
-- ended.
create or replace function end_payout_batches(p_environment text, p_clocks bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant integer := 100;
  due constant bigint[] := array(
    (select b.id from payout_batches b
      where b.environment = p_environment and b.status = 'processing' and not b.has_slices
        and not has_payouts_under_way(b.id)
      order by b.created_at limit most)
    union
    (select b.id from payout_batches b
      where b.environment = p_environment and b.status in ('validating', 'ready') and b.runs = 0
        and b.created_at <= now() - interval '7 days'
      order by b.created_at limit most)
    union
    (select late.id
      from test_clocks c
      cross join lateral (
        select b.id from payout_batches b
        where b.merchant_id = c.merchant_id and b.environment = 'test' and b.status in ('validating', 'ready')
          and b.runs = 0 and b.created_at <= now() + make_interval(mins => c.offset_minutes) - interval '7 days'
        limit most
      ) late
      where c.merchant_id = any (p_clocks) limit most)
  );
  free constant bigint[] := array(
    select b.id from payout_batches b where b.id = any (due) order by b.id for update skip locked
  );
  ended payout_batches[];
begin
  with ending as (
    update payout_batches b
    set status = case when s.is_completed then 'completed' else 'canceled' end,
      completed_at = case when s.is_completed then s.present end,
      canceled_at = case when not s.is_completed then coalesce(b.canceled_at, s.present) end,
      cancel_reason = case when b.status <> 'processing' then 'unstarted' else b.cancel_reason end,
      updated_at = s.present
    from payout_batches k
    cross join lateral (
      select business_now(k.merchant_id, k.environment) as present,
        -- Where only a retry was canceled, the batch stays what it was.
        k.status = 'processing' and (k.canceled_at is null or k.runs > 1) as is_completed
    ) s
    -- Checked again: somebody may have started it, or its retry, before it was locked.
    where b.id = any (free) and k.id = b.id and (
      b.runs = 0 and b.status in ('validating', 'ready')
      or b.status = 'processing' and not b.has_slices and not has_payouts_under_way(b.id)
    )
    returning b
  )
  select coalesce(array_agg(e.b), '{}') into ended from ending e;
  perform emit_events(array(select payout_batch_event(e) from unnest(ended) e));
  return cardinality(ended);
end
$$;
