-- Claims a transaction for one worker to poll its provider, and returns its row; no row if no poll is due. If the
-- response is never recorded, the poll is due again after thirty seconds, which no task outlives.
create or replace function claim_credit_notice(p_notice_id bigint) returns setof credit_notices
language sql volatile rows 1 security definer set search_path = public, pg_temp as $$
  update credit_notices n set polls = n.polls + 1, next_poll_at = now() + interval '30 seconds'
  where n.id = p_notice_id and n.next_poll_at <= now()
  returning n.*;
$$;
