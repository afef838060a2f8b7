-- Claims the next due events of endpoints for a worker process whose attempts there have ended: see
-- start_deliveries(). The endpoints are those of some merchants in one environment. Lists of equal length, one entry an
-- endpoint: p_ended attempts have ended, and p_takers of those who made them take another event. A slot that stays free
-- goes to the queue, with the event that is due next.
--
-- The caller has locked the endpoints. Events that somebody else has locked are passed over: whoever plans an event
-- queues it too.
create or replace function take_next_deliveries(
  p_merchant_ids bigint[], p_environment text, p_takers bigint[], p_ended bigint[], p_worker_id bigint,
  p_is_slow boolean
)
returns table (
  event_id bigint, fence bigint, reference text, body text, url text, secret bytea, previous_secret bytea,
  merchant_id bigint, environment text
)
language plpgsql set search_path = public, pg_temp as $$
declare
  wanted bigint[];
  started bigint[] := '{}';
begin
  wanted := array(
    select due.id
    from unnest(p_merchant_ids, p_takers) t (merchant_id, takers)
    cross join lateral due_deliveries(t.merchant_id, p_environment) with ordinality due (id, place)
    where t.takers > 0 and due.place <= t.takers
  );
  if cardinality(wanted) > 0 then
    wanted := array(select e.id from events e where e.id = any (wanted) order by e.id for update skip locked);
    for event_id, fence, reference, body, url, secret, previous_secret, merchant_id, environment in
      select * from start_deliveries(wanted, p_worker_id, p_is_slow)
    loop
      started := started || merchant_id;
      return next;
    end loop;
  end if;

  perform enqueue_deliveries_of_endpoints(array_agg(t.merchant_id), p_environment)
  from unnest(p_merchant_ids, p_ended) t (merchant_id, ended)
  where t.ended > cardinality(array_positions(started, t.merchant_id))
  having count(*) > 0;
end
$$;
