-- Returns the sessions of these virtual accounts as their payers see them, and records accounts that a payer sees for
-- the first time. Only for a page that has come back with its token: the response that started a session may not have
-- arrived.
create or replace function show_checkout_sessions(p_account_ids bigint[])
returns table (virtual_account_id bigint, session json)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update checkout_sessions s set shown_at = now()
  from virtual_accounts v
  where s.virtual_account_id = any(p_account_ids) and s.shown_at is null
    and v.id = s.virtual_account_id and v.account_number is not null;
  return query
    select v.id, checkout_session_json(s, v)
    from checkout_sessions s join virtual_accounts v on v.id = s.virtual_account_id
    where s.virtual_account_id = any(p_account_ids);
end
$$;
