-- Returns why a caller has lost the right to do something for a merchant, as the API's error code; null if it has not.
-- A key needs p_scope, a person's role p_permission (role_may); both need an approved business to start something in
-- live (p_needs_approval). Codes: AUTH_INVALID, the key is revoked or past its rotation's overlap; IP_NOT_ALLOWED;
-- AUTH_REQUIRED, the session has ended; ROLE_INSUFFICIENT; KYB_LIVE_REQUIRED; SCOPE_INSUFFICIENT.
--
-- The ingress checks the same when a request arrives. Its body may take long after that, and so may a lock, so
-- functions that move money call this under their locks, in the same transaction: a right that has ended by then no
-- longer counts, whenever the request began. Time is the clock's, since the transaction may have begun before its lock
-- was free.
--
-- Null if p_caller names nobody: an operator.
create or replace function lost_right(
  p_caller caller, p_merchant_id bigint, p_environment text, p_permission text, p_scope text, p_needs_approval boolean
) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  code text;
begin
  if (p_caller).session_id is not null then
    select case
      when not role_may(m.role, p_permission) then 'ROLE_INSUFFICIENT'
      when p_needs_approval and p_environment = 'live' and b.kyb_status <> 'approved' then 'KYB_LIVE_REQUIRED'
    end
    into code
    from sessions s
    join people p on p.id = s.person_id and p.email_verified_at is not null
    join merchants b on b.id = p_merchant_id
    left join memberships m on m.person_id = s.person_id and m.merchant_id = p_merchant_id
    where s.id = (p_caller).session_id and not session_is_over(s);
    return case when found then code else 'AUTH_REQUIRED' end;
  elsif (p_caller).key is null then
    return null;
  end if;

  select case
    when k.revoked_at is not null then 'AUTH_INVALID'
    when k.expires_at <= clock_timestamp() + (business_now(k.merchant_id, k.environment) - now()) then 'AUTH_INVALID'
    when k.allowed_cidrs <> '{}' and ((p_caller).address <<= any (k.allowed_cidrs)) is not true then 'IP_NOT_ALLOWED'
    when p_needs_approval and p_environment = 'live' and b.kyb_status <> 'approved' then 'KYB_LIVE_REQUIRED'
    when p_scope <> all (k.scopes) then 'SCOPE_INSUFFICIENT'
  end
  into code
  from api_keys k join merchants b on b.id = k.merchant_id
  where k.reference = (p_caller).key and (k.merchant_id, k.environment) = (p_merchant_id, p_environment);
  return case when found then code else 'AUTH_INVALID' end;
end
$$;
