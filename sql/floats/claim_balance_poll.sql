-- Claims the question what a live gateway holds for us, once in five minutes whichever process asks. Returns the
-- question's number, for record_balances(); null where it was asked less than five minutes ago, and where somebody
-- writes to it now: nobody waits here. Raises PB008 where there is no such gateway.
create or replace function claim_balance_poll(p_gateway text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  claimed bigint;
begin
  perform refuse_unknown_gateway(p_gateway);
  insert into balance_polls as q (gateway, unanswered_since) values (p_gateway, now())
  on conflict (gateway) do nothing
  returning q.question into claimed;
  if claimed is null then
    update balance_polls q
    set question = q.question + 1, asked_at = now(), problem = null,
      unanswered_since = coalesce(q.unanswered_since, now())
    where q.gateway = (
      select due.gateway from balance_polls due
      where due.gateway = p_gateway and due.asked_at <= now() - interval '5 minutes'
      for update skip locked
    )
    returning q.question into claimed;
  end if;
  return claimed;
end
$$;
