-- Claims the poll of a live gateway's balance, once in five minutes for all processes. Returns the poll's number, for
-- record_balances(); null if it was polled less than five minutes ago, or another process holds the row: nobody waits
-- here. Raises PB008 if there is no such gateway.
create or replace function claim_balance_poll(p_gateway text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  claimed bigint;
begin
  perform refuse_unknown_gateway(p_gateway);
  insert into balance_polls as q (gateway, unanswered_since) values (p_gateway, now())
  on conflict (gateway) do nothing
  returning q.poll into claimed;
  if claimed is null then
    update balance_polls q
    set poll = q.poll + 1, polled_at = now(), problem = null,
      unanswered_since = coalesce(q.unanswered_since, now())
    where q.gateway = (
      select due.gateway from balance_polls due
      where due.gateway = p_gateway and due.polled_at <= now() - interval '5 minutes'
      for update skip locked
    )
    returning q.poll into claimed;
  end if;
  return claimed;
end
$$;
