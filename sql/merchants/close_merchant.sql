-- Closes a merchant: its keys are revoked, live stops, and its verification cannot be opened again. Retention periods
-- begin now. Returns how many keys were revoked. Raises PB008 if it was closed before. An operator's action. Locks the
-- merchant, then its keys.
create or replace function close_merchant(p_merchant_id bigint, p_acting acting) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before merchants;
  revoked integer;
begin
  select * into strict before from merchants m where m.id = p_merchant_id for no key update;
  if before.closed_at is not null then
    raise exception '% is closed already', before.reference using errcode = 'PB008';
  end if;
  update merchants m set closed_at = now(), kyb_status = 'rejected' where m.id = p_merchant_id;
  insert into verifications as v (merchant_id, purge_at) values (p_merchant_id, now() + interval '5 years')
  on conflict (merchant_id) do update set status_since = now(), purge_at = excluded.purge_at;
  update api_keys k set revoked_at = now() where k.merchant_id = p_merchant_id and k.revoked_at is null;
  get diagnostics revoked = row_count;
  perform log_action(
    before.id, null, 'merchant close', before.reference, jsonb_build_object('status', before.kyb_status),
    jsonb_build_object('status', 'rejected', 'keysRevoked', revoked), p_acting
  );
  return revoked;
end
$$;
