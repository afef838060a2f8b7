-- Accepts a correct code from a person's app, for step p_step. False if one of that step or a later one was accepted
-- before, also by a concurrent request.
create or replace function use_totp_step(p_person_id bigint, p_step bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update totp_secrets t set last_step = p_step
  where t.person_id = p_person_id and t.confirmed_at is not null and t.last_step < p_step;
  return found;
end
$$;
