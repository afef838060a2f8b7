-- Returns a person's active sessions, the last used first: 20 at most.
create or replace function list_sessions(p_person_id bigint) returns table (
  id bigint, reference text, address text, user_agent text, created_at text, last_seen_at text
)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.reference, s.address, s.user_agent, iso_timestamp(s.created_at), iso_timestamp(s.last_seen_at)
  from sessions s where s.person_id = p_person_id and not session_is_over(s)
  order by s.last_seen_at desc, s.id desc;
$$;
