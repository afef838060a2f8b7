-- Records a provider's answer about a transaction that it had named, and books it: see record_credit(), which does so
-- once per transaction, whoever names it. p_poll is the claim's number.
--
-- p_answer: 'received', or 'confirming' if the money is not final, with p_amount in minor units of p_currency, for the
-- account with the reference p_recipient, paid at p_paid_at (null: unknown); 'taken_back': it goes back to its payer,
-- or is disputed, as p_theirs says (open_credit_case); 'refused': no money came, and none will, or none was taken back;
-- 'later': nothing is known yet. The provider is then polled again for 24 hours from when it named the transaction
-- (next_poll_time).
--
-- p_is_one_time: whether the money came in a transaction of its own (true), or to a permanent account (false),
-- according to the provider; null: unknown. Payers may choose the reference and address of their other payments to the
-- business, so these alone don't make it an account's money: a one-time account gets only the transaction created for
-- it, a permanent one only what came to it: p_provider_account is the provider's name for the permanent account that
-- got the money (null: unknown), and must equal its name for ours. The business may have other permanent accounts
-- there, with addresses that look like ours. Other money, and money for an account at another provider, is not booked:
-- it is 'elsewhere'.
--
-- Returns 'recorded', 'taken_back' (operators have a new case), 'discrepancy' (it contradicts the recorded
-- transaction), 'elsewhere', 'refused', 'later', 'abandoned' after the 24 hours, or 'stale' if the provider named it
-- again meanwhile and nothing was booked. In that case it is polled again anyway. Locks the notice, then the credit.
create or replace function finish_credit_notice(
  p_notice_id bigint, p_poll integer, p_answer text, p_recipient text, p_amount bigint, p_currency text, p_payer json,
  p_is_one_time boolean, p_provider_account text, p_paid_at timestamptz, p_theirs text default null
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
          coalesce(v.provisioned_through, 'http') <> notice.gateway
          or p_is_one_time <> v.is_one_time
          or v.provider_account <> case when p_is_one_time then notice.transaction else p_provider_account end
        )
    ) then
      result := 'elsewhere';
    else
      select case when r.outcome = 'discrepancy' then 'discrepancy' else 'recorded' end into result
      from record_credit(
        'live', p_recipient, provider_credit_id(notice.gateway, notice.transaction), p_amount, p_currency, p_payer,
        p_answer = 'received', notice.gateway, p_paid_at, notice.trace_id
      ) r;
      if exists (
        select from credits cr
        where cr.environment = 'live' and cr.status = 'confirming'
          and cr.provider_reference = provider_credit_id(notice.gateway, notice.transaction)
      ) then
        result := 'later';
      end if;
    end if;
  elsif notice.polls <> p_poll then
    return 'stale';
  elsif p_answer = 'refused' then
    result := 'refused';
  elsif p_answer = 'taken_back' then
    result := open_credit_case(notice, p_theirs);
  end if;

  if notice.polls <> p_poll then
    -- The provider named it again meanwhile: its answer may be different now.
    next_time := now();
  elsif result = 'later' then
    next_time := next_poll_time(notice.received_at, now());
    if next_time is null then
      result := 'abandoned';
    end if;
  end if;
  update credit_notices n
  set
    status = case
      when next_time is not null then 'pending' when result = 'taken_back' then 'recorded' else result
    end,
    next_poll_at = next_time
  where n.id = p_notice_id;
  return result;
end
$$;
