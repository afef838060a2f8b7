-- Records that a provider named a transaction, by itself, that brought money to the account with the reference
-- p_recipient, once for each transaction: the sweep queues the question, and what the provider answers is booked
-- (finish_credit_notice). One that is named again is asked about again, also where it was booked: the provider may have
-- another amount of it by now. The answer to a question that is under way may be from before.
--
-- Returns 'asked', 'repeated', or 'full' where no account has that reference and ten thousand of the kind are kept.
-- Moves no money.
create or replace function record_credit_notice(
  p_provider text, p_transaction text, p_recipient text, p_trace_id uuid default null
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most_of_nobody constant integer := 10000;
  owner bigint;
begin
  select v.merchant_id into owner from virtual_accounts v
  where v.environment = 'live' and v.reference = p_recipient;
  if owner is null and (
    select count(*) >= most_of_nobody
    from (select from credit_notices n where n.merchant_id is null limit most_of_nobody) kept
  ) then
    return 'full';
  end if;

  insert into credit_notices as n (provider, transaction, recipient, merchant_id, trace_id)
  values (p_provider, p_transaction, p_recipient, owner, p_trace_id)
  on conflict on constraint credit_notice_is_kept_once do update
    set status = 'pending', asks = n.asks + 1, next_poll_at = now(), received_at = now()
    where n.status <> 'elsewhere';
  return case when found then 'asked' else 'repeated' end;
end
$$;
