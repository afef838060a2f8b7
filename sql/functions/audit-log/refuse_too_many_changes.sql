-- Raises PB011 if a person, or a merchant's API keys together, have made 300 changes within the hour that are in the
-- audit log of this merchant (null: of none), which is kept for ever. What takes rights away (ending a session,
-- revoking a key) is allowed up to 1,000, payouts without a limit. Changes at the same time do not see each other, so
-- there may be a few more. Reads as many rows of an index. For log_action() only.
create or replace function refuse_too_many_changes(p_merchant_id bigint, p_action text, p_acting acting) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant integer := case
    when p_action in (
      'session end', 'person change-password', 'person reset-password', 'key revoke', 'key networks', 'member remove',
      'member leave', 'invitation revoke', 'passkey remove', 'passkey clone', 'recovery-code use', 'link disable'
    ) then 1000
    else 300
  end;
  earlier timestamptz;
begin
  -- Operators come from no address.
  if (p_acting).address is null or p_action in ('payout create', 'payout cancel') then
    return;
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
  if earlier > now() - interval '1 hour' then
    raise exception '% changes within the hour are as many as there may be', most using errcode = 'PB011';
  end if;
end
$$;
