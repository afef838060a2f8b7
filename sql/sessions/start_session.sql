-- Starts a session of a person who has just proved who they are, and returns its reference. It shows p_merchant_id, or
-- else the merchant that the person joined first. A person has at most 20 sessions: a further one ends the one that was
-- seen longest ago. Only the SHA-256 of the token comes here. Locks the person.
create or replace function start_session(
  p_person_id bigint, p_token_hash bytea, p_address text, p_user_agent text, p_merchant_id bigint default null
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 20;
  shown bigint;
  started text;
begin
  perform from people p where p.id = p_person_id for no key update;
  select m.merchant_id into shown from memberships m
  where m.person_id = p_person_id
  order by m.merchant_id is not distinct from p_merchant_id desc, m.created_at, m.merchant_id
  limit 1;
  delete from sessions s where s.id in (
    select o.id from sessions o where o.person_id = p_person_id order by o.last_seen_at desc, o.id desc offset most - 1
  );
  insert into sessions (reference, token_hash, person_id, merchant_id, address, user_agent)
  values (new_reference('ses'), p_token_hash, p_person_id, shown, p_address, left(p_user_agent, 300))
  returning reference into started;
  return started;
end
$$;
