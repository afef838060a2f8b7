-- Claims an account for one worker to poll its provider for incoming money, and returns its row; no row if no poll is
-- due. If the response is never recorded, the poll is due again after a minute, which no task outlives.
create or replace function claim_account_poll(p_account_id bigint) returns setof virtual_accounts
language sql volatile security definer set search_path = public, pg_temp as $$
  update virtual_accounts v set polls = v.polls + 1, next_poll_at = now() + interval '1 minute'
  where v.id = p_account_id and v.next_poll_at <= now()
  returning v.*;
$$;
