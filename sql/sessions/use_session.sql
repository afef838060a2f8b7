-- Returns the session of a token, with its person's rights in the merchant that it shows; no row if there is none, it
-- has expired, or the person's address is not proved. `role` and `merchant_id` are null if the person does not belong
-- to the merchant any more. Records that the session was seen, once a minute at most.
create or replace function use_session(p_token_hash bytea) returns table (
  session_id bigint, session text, person_id bigint, person text, email text, name text, is_reviewer boolean,
  merchant_id bigint, role text, is_live_approved boolean, proved_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions s set last_seen_at = now()
  where s.token_hash = p_token_hash and s.last_seen_at < now() - interval '1 minute' and not session_is_over(s);
  return query
    select s.id, s.reference, p.id, p.reference, p.email, p.name, p.is_reviewer,
      m.merchant_id, m.role, coalesce(b.kyb_status = 'approved', false), s.proved_at
    from sessions s
    join people p on p.id = s.person_id and p.email_verified_at is not null
    left join memberships m on m.person_id = s.person_id and m.merchant_id = s.merchant_id
    left join merchants b on b.id = m.merchant_id
    where s.token_hash = p_token_hash and not session_is_over(s);
end
$$;
