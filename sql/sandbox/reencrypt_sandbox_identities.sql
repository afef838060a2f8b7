-- Stores the phones of sandbox identities that were encrypted again, in lists of equal length. Returns how many it
-- changed. An operator's action.
create or replace function reencrypt_sandbox_identities(
  p_references text[], p_phones bytea[], p_acting acting
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  update sandbox_identities i set encrypted_phone = new.phone
  from unnest(p_references, p_phones) new (reference, phone)
  where i.reference = new.reference;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform log_action(
      null, null, 'encryption reencrypt', 'sandbox identities', null, jsonb_build_object('changed', changed), p_acting
    );
  end if;
  return changed;
end
$$;
