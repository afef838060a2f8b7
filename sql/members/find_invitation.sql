-- The open invitation of a token: its business, address and role, and whether that address has an account. No row
-- otherwise. Only the SHA-256 of the token comes here.
create or replace function find_invitation(p_token_hash bytea)
returns table (business text, email text, role text, has_account boolean)
language sql stable rows 1 security definer set search_path = public, pg_temp as $$
  select b.name, i.email, i.role,
    exists (select from people p where p.email = i.email and p.email_verified_at is not null)
  from invitations i join merchants b on b.id = i.merchant_id
  where i.token_hash = p_token_hash and i.ended_at is null and i.expires_at > now();
$$;
