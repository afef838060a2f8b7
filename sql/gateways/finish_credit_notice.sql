-- Records what a provider answered about a transaction that it had named, and books it: see record_credit(), which does
-- so once for each transaction, whoever names it. p_ask is what the claim returned.
--
-- p_answer: 'received', or 'confirming' where the money is not final, with p_amount in minor units of p_currency, for
-- the account with the reference p_recipient, paid at p_paid_at (null: it does not say); 'refused': no money came, and
-- none will; 'later': nothing is known yet. The provider is then asked again for 24 hours from when it named the
-- transaction (next_poll_time).
--
-- p_is_one_time: whether the provider says that the money came under a transaction of its own (true), or to a permanent
-- account (false); null: it does not tell. Payers may choose the reference and the address of what they pay the
-- business otherwise, so such words alone do not make it money of an account: one for one payment gets the transaction
-- that was begun for it, a permanent one what came to it: p_provider_account is what the provider calls the permanent
-- account that the money came to (null: it does not tell), and must be what it called ours. The business may have
-- other permanent accounts there, under addresses that look like ours. Other money, and money for an account that is
-- at another provider, is not booked: it is 'elsewhere'.
--
-- Returns 'recorded', 'discrepancy' (it contradicts what was recorded of the transaction), 'elsewhere', 'refused',
-- 'later', 'given_up' after the 24 hours, or 'stale' where the provider named it again meanwhile and nothing was
-- booked. Where it did, it is asked again in any case. Locks the notice, then the credit.
create or replace function finish_credit_notice(
  p_notice_id bigint, p_ask integer, p_answer text, p_recipient text, p_amount bigint,
  p_currency text, p_payer json, p_is_one_time boolean,
  p_provider_account text, p_paid_at timestamptz
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  notice credit_notices;
  result text := 'later';
  next_time timestamptz;
begin
  select * into strict notice from credit_notices n where n.id = p_notice_id for update;
  if notice.status = 'recorded' then
    return 'recorded';
  end if;
  if p_answer in ('received', 'confirming') then
    if exists (
      select from virtual_accounts v
      where v.environment = 'live' and v.reference = p_recipient
        and (
          coalesce(v.provisioned_through, 'http') <> notice.provider
          or p_is_one_time <> v.is_one_time
          or v.provider_account <> case when p_is_one_time then notice.transaction else p_provider_account end
        )
    ) then
      result := 'elsewhere';
    else
      select case when r.outcome = 'discrepancy' then 'discrepancy' else 'recorded' end into result
      from record_credit(
        'live', p_recipient, provider_credit_id(notice.provider, notice.transaction), p_amount, p_currency, p_payer,
        p_answer = 'received', notice.provider, p_paid_at, notice.trace_id
      ) r;
      if exists (
        select from credits cr
        where cr.environment = 'live' and cr.status = 'confirming'
          and cr.provider_reference = provider_credit_id(notice.provider, notice.transaction)
      ) then
        result := 'later';
      end if;
    end if;
  elsif notice.asks <> p_ask then
    return 'stale';
  elsif p_answer = 'refused' then
    result := 'refused';
  end if;

  if notice.asks <> p_ask then
    -- The provider named it again meanwhile: what it says of it now may be something else.
    next_time := now();
  elsif result = 'later' then
    next_time := next_poll_time(notice.received_at, now());
    if next_time is null then
      result := 'given_up';
    end if;
  end if;
  update credit_notices n
  set status = case when next_time is null then result else 'pending' end, next_poll_at = next_time
  where n.id = p_notice_id;
  return result;
end
$$;
