-- Records that a provider named a transaction, on its own, that brought money to the account with the reference
-- p_recipient, once per transaction: the sweep queues the poll, and the provider's answer is booked
-- (finish_credit_notice). p_kind 'refund' or 'dispute': that it reported one of a transaction, under its p_case_id,
-- once for each; p_recipient is ignored. A transaction that is named again is polled again, even if it was booked: its
-- amount may have changed. The answer to a poll in progress may be older.
--
-- Returns 'planned' if a poll is, 'repeated', or 'full' if no account has that reference, or no credit is of that
-- transaction, and ten thousand such notices are kept. Moves no money.
create or replace function record_credit_notice(
  p_gateway text, p_transaction text, p_recipient text, p_kind text, p_case_id text, p_trace_id uuid default null
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most_of_nobody constant integer := 10000;
  owner bigint;
  account text := p_recipient;
begin
  if p_kind <> 'payment' then
    select cr.recipient into account from credits cr
    where cr.environment = 'live' and cr.provider_reference = provider_credit_id(p_gateway, p_transaction);
  end if;
  select v.merchant_id into owner from virtual_accounts v
  where v.environment = 'live' and v.reference = account;
  if owner is null and (
    select count(*) >= most_of_nobody
    from (select from credit_notices n where n.merchant_id is null limit most_of_nobody) kept
  ) then
    return 'full';
  end if;

  insert into credit_notices as n (gateway, transaction, kind, case_id, recipient, merchant_id, trace_id)
  values (p_gateway, p_transaction, p_kind, p_case_id, coalesce(account, ''), owner, p_trace_id)
  on conflict on constraint credit_notice_is_kept_once do update
    set status = 'pending', polls = n.polls + 1, next_poll_at = now(), received_at = now()
    where n.status <> 'elsewhere';
  return case when found then 'planned' else 'repeated' end;
end
$$;
