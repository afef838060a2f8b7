-- Returns whom a mail's token is for, without using it; no row if it is unknown, used, expired or of another kind.
-- Business and password are those of its sign-up.
create or replace function find_mail_token(p_token_hash bytea, p_kind text, p_browser_hash bytea) returns table (
  email text, business text, password_hash text, is_same_browser boolean
)
language sql stable rows 1 security definer set search_path = public, pg_temp as $$
  select p.email, coalesce(t.business_name, p.wanted_business_name), coalesce(t.password_hash, p.password_hash),
    coalesce(t.browser_hash = p_browser_hash, false)
  from mail_tokens t join people p on p.id = t.person_id
  where t.token_hash = p_token_hash and t.kind = p_kind and t.expires_at > now();
$$;
