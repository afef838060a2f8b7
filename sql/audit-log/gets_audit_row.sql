-- Whether a change is written to this merchant's audit log (null: no merchant), which is kept forever. Raises PB011 if
-- a person, or a merchant's API keys together, made 300 changes in it within the hour; 1,000 for changes that limit
-- rights. Concurrent changes don't see each other, so there may be a few more. For log_action() only.
--
-- Revoking access is never refused: a stolen session must not use up what its owner needs to end it. There are no more
-- of these than of grants. Only sessions and passwords have no bound: past 1,000 changes within the hour they change
-- without a row (false). Payouts and refunds, and decisions about them, have no limit. Reads as many index rows as the
-- limit.
create or replace function gets_audit_row(p_merchant_id bigint, p_action text, p_acting acting) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  has_no_bound constant boolean := p_action in ('session end', 'person change-password');
  most constant integer := case
    when has_no_bound or p_action in ('key networks', 'passkey clone', 'link disable') then 1000
    else 300
  end;
  earlier timestamptz;
begin
  -- Operators have no IP address.
  if (p_acting).address is null or p_action in (
    'payout create', 'payout cancel', 'refund create', 'refund cancel', 'approval approve',
    'approval reject', 'person reset-password', 'passkey remove',
    'totp disable', 'recovery-code use', 'member remove', 'member leave', 'invitation revoke', 'key revoke',
    'origin remove', 'payout-account remove'
  ) then
    return true;
  end if;
  -- Separate branches, since "is not distinct from" uses no index.
  if p_merchant_id is null then
    select a.done_at into earlier from audit_log a
    where a.merchant_id is null and a.person_id = (p_acting).person_id
    order by a.done_at desc, a.id desc offset most - 1 limit 1;
  elsif (p_acting).person_id is null then
    select a.done_at into earlier from audit_log a
    where a.merchant_id = p_merchant_id and a.person_id is null and a.address is not null
    order by a.done_at desc, a.id desc offset most - 1 limit 1;
  else
    select a.done_at into earlier from audit_log a
    where a.merchant_id = p_merchant_id and a.person_id = (p_acting).person_id
    order by a.done_at desc, a.id desc offset most - 1 limit 1;
  end if;
  if earlier is null or earlier <= now() - interval '1 hour' then
    return true;
  elsif has_no_bound then
    return false;
  end if;
  raise exception '% changes within the hour are as many as there may be', most using errcode = 'PB011';
end
$$;
