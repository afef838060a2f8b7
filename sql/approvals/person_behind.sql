-- Returns the person who acts with a key, which this person created or rotated, or in a session; null for a key that an
-- operator made, and for an operator.
create or replace function person_behind(p_key text, p_session_id bigint) returns bigint
language sql stable
return coalesce(
  (select s.person_id from sessions s where s.id = p_session_id),
  (select k.made_by from api_keys k where k.reference = p_key)
);
