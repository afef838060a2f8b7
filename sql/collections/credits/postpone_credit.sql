-- Records that a credit could not be booked, so that it is retried: after 5 s, 10 s, 20 s, in the end every five
-- minutes, and after those of its merchant that did not fail. Otherwise the few with jobs (next_rows) could all be
-- failing ones that block the others forever. The merchant's next credit gets a job. Does nothing if it was booked
-- meanwhile. Locks the credit.
create or replace function postpone_credit(p_credit_id bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  credit credits;
begin
  update credits c
  set settle_failures = c.settle_failures + 1,
    settle_after = now() + least(interval '5 seconds' * 2 ^ least(c.settle_failures, 10), interval '5 minutes')
  where c.id = p_credit_id and c.status = 'received'
  returning * into credit;
  if found then
    perform queue_next_jobs('settle_credit', array[credit.merchant_id], credit.environment);
  end if;
end
$$;
