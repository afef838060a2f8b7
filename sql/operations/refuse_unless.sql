-- Raises PB008 with p_why unless something was done, for what an operator runs; returns true.
create or replace function refuse_unless(p_is_done boolean, p_why text) returns boolean
language plpgsql immutable set search_path = public, pg_temp as $$
begin
  if not coalesce(p_is_done, false) then
    raise exception '%', p_why using errcode = 'PB008';
  end if;
  return true;
end
$$;
