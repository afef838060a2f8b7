-- Claims the question what a live gateway holds for us, once in five minutes whichever process asks. Returns the
-- question's number, for record_balances(); null where it was asked less than five minutes ago. Raises PB008 where
-- there is no such gateway.
create or replace function claim_balance_question(p_gateway text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  claimed bigint;
begin
  perform refuse_unknown_gateway(p_gateway);
  insert into balance_questions as q (gateway) values (p_gateway)
  on conflict (gateway) do update
    set question = q.question + 1, asked_at = now(), problem = null
    where q.asked_at <= now() - interval '5 minutes'
  returning q.question into claimed;
  return claimed;
end
$$;
