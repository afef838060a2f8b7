-- Raises PB012, with the error code as its message, if lost_right() returns one for a caller. Call it under the locks:
-- whatever waited for them began earlier.
create or replace function require_right(
  p_caller caller, p_merchant_id bigint, p_environment text, p_permission text, p_scope text default null,
  p_needs_approval boolean default false
) returns void
language plpgsql stable set search_path = public, pg_temp as $$
declare
  code constant text := lost_right(
    p_caller, p_merchant_id, p_environment, p_permission, p_scope, p_needs_approval
  );
begin
  if code is not null then
    raise exception '%', code using errcode = 'PB012';
  end if;
end
$$;
