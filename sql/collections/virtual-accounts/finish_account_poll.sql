-- Records a provider's answer about an account's incoming money, and plans the next poll. p_poll is the claim's number.
-- p_transactions: the provider's transaction ids; those that aren't booked are polled one by one
-- (finish_credit_notice), so that a lost notice loses no money. So is the transaction of a one-time account, which may
-- have another amount by now. Null: no answer. p_next_page: where the rest of a long answer begins, which is read at
-- once, up to 500 pages.
--
-- While the account accepts payments, it is polled after two minutes, then at intervals that grow with its age, up to
-- an hour, and a minute after the end; then 10 min, 1 h, 6 h, 23 h and 72 h after it. Strangers may open any number of
-- accounts at checkout: one that no money came to is polled only 1 minute, 1 h, 23 h and 72 h after the end. While
-- money is not final, every ten minutes up to seven days. Without an answer again after 1, 2, 4 … 60 minutes, up to
-- seven days after the end.
--
-- Returns 'planned', 'done' if no poll is left, 'too_long' if the answer has more than 500 pages and the rest is not
-- read, 'abandoned' if the seven days are over without an answer, or 'stale'. Moves no money. Locks the account, then
-- the notices.
create or replace function finish_account_poll(
  p_account_id bigint, p_poll integer, p_transactions text[], p_next_page text
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most_pages constant integer := 500;
  patience constant interval := '7 days';
  distances interval[] := array[interval '1 min', '10 min', '1 hour', '6 hours', '23 hours', '72 hours'];
  account virtual_accounts;
  opened_at timestamptz;
  is_unpaid_checkout boolean;
  next_time timestamptz;
  has_more boolean;
begin
  select * into strict account from virtual_accounts v where v.id = p_account_id for update;
  if account.polls <> p_poll or account.next_poll_at is null then
    return 'stale';
  end if;

  if p_transactions is null then
    if now() < account.expires_at + patience then
      next_time := now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(account.poll_failures, 6));
    end if;
    update virtual_accounts v set poll_failures = v.poll_failures + 1, next_poll_at = next_time where v.id = account.id;
    return case when next_time is null then 'abandoned' else 'planned' end;
  end if;

  insert into credit_notices as n (gateway, transaction, recipient, merchant_id, trace_id)
  select account.provisioned_through, named.transaction, account.reference, account.merchant_id, account.trace_id
  from (select distinct t.transaction from unnest(p_transactions) t (transaction)) named
  where account.is_one_time or not exists (
    select from credits cr
    where cr.environment = 'live' and cr.status <> 'confirming'
      and cr.provider_reference = provider_credit_id(account.provisioned_through, named.transaction)
  )
  on conflict on constraint credit_notice_is_kept_once do update
    set status = 'pending', polls = n.polls + 1, next_poll_at = now(), received_at = now()
    where n.status in ('refused', 'abandoned') or (n.status = 'recorded' and account.is_one_time);

  -- The newest collection's time: a permanent account may be opened again for a further one.
  select max(c.created_at) into opened_at from collections c where c.virtual_account_id = account.id;
  is_unpaid_checkout := account.payment_link_id is not null and not exists (
    select from collections c join credits cr on cr.collection_id = c.id where c.virtual_account_id = account.id
  );
  if is_unpaid_checkout then
    distances := array[interval '1 min', '1 hour', '23 hours', '72 hours'];
  end if;
  has_more := p_next_page is not null and account.poll_pages + 1 < most_pages;
  if has_more then
    next_time := now();
  elsif now() < account.expires_at then
    next_time := account.expires_at + distances[1];
    if not is_unpaid_checkout then
      next_time := least(
        next_time, now() + greatest(interval '2 minutes', least(interval '1 hour', (now() - opened_at) / 2))
      );
    end if;
  else
    select min(account.expires_at + distance) into next_time
    from unnest(distances) distance where account.expires_at + distance > now();
  end if;
  if not has_more and now() < account.expires_at + patience and exists (
    select from collections c join credits cr on cr.collection_id = c.id
    where c.virtual_account_id = account.id and cr.status = 'confirming'
  ) then
    next_time := least(next_time, now() + interval '10 minutes');
  end if;
  update virtual_accounts v
  set poll_failures = 0, next_poll_at = next_time, poll_page = case when has_more then p_next_page end,
    poll_pages = case when has_more then v.poll_pages + 1 else 0 end
  where v.id = account.id;
  return case
    when p_next_page is not null and not has_more then 'too_long'
    when next_time is null then 'done'
    else 'planned'
  end;
end
$$;
