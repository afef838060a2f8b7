-- Forgets all keys but p_key, the id of the current one: nothing is encrypted with them any more. Returns how many it
-- forgot. An operator's action.
create or replace function forget_encryption_keys(p_key bytea, p_acting acting) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten integer;
begin
  delete from encryption_keys k where k.key_id <> p_key;
  get diagnostics forgotten = row_count;
  if forgotten > 0 then
    perform log_action(
      null, null, 'encryption reencrypt', 'encryption keys', null, jsonb_build_object('forgotten', forgotten), p_acting
    );
  end if;
  return forgotten;
end
$$;
