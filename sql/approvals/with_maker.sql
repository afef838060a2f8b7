-- Returns the makers of a payment, each once, with the person who acts with a key or in a session (person_behind).
create or replace function with_maker(p_makers bigint[], p_key text, p_session_id bigint) returns bigint[]
language sql stable
return array(
  select distinct m from unnest(p_makers || person_behind(p_key, p_session_id)) m where m is not null order by m
);
