-- Returns the live sessions among p_ids that show p_merchant_ids, element by element, to a member of that merchant.
-- Reading doesn't keep a session alive, as its person's requests do.
create or replace function watched_sessions(p_ids bigint[], p_merchant_ids bigint[]) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  select s.id
  from unnest(p_ids, p_merchant_ids) watched (session_id, merchant_id)
  join sessions s on s.id = watched.session_id and s.merchant_id = watched.merchant_id
  join memberships m on m.person_id = s.person_id and m.merchant_id = s.merchant_id
  where not session_is_over(s);
end
$$;
