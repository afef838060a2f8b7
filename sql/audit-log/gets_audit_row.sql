-- Whether a change is to be written into the audit log of this merchant (null: of none), which is kept for ever. Raises
-- PB011 if a person, or a merchant's API keys together, have made 300 changes in it within the hour; 1,000 for what
-- limits rights. Changes at the same time do not see each other, so there may be a few more. For log_action() only.
--
-- What takes access away is never refused: whoever stole a session must not be able to use up what its person needs to
-- end it. Of these there are no more than of what gives access. Only sessions and passwords have no bound: past 1,000
-- changes within the hour they change without a row (false). Payouts have no limit. Reads as many rows of an index.
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
  -- Operators come from no address.
  if (p_acting).address is null or p_action in (
    'payout create', 'payout cancel', 'person reset-password', 'passkey remove', 'totp disable', 'recovery-code use',
    'member remove', 'member leave', 'invitation revoke', 'key revoke', 'origin remove', 'payout-account remove'
  ) then
    return true;
  end if;
  -- A branch each, since "is not distinct from" finds no index.
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
