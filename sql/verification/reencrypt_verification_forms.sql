-- Stores forms that were encrypted again, in lists of equal length: whose, what was read, and the new text. One that
-- changed meanwhile stays as it is. Returns how many it changed. An operator's action.
create or replace function reencrypt_verification_forms(
  p_merchant_ids bigint[], p_read bytea[], p_forms bytea[], p_acting acting
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  update verifications v set encrypted_form = new.form
  from unnest(p_merchant_ids, p_read, p_forms) new (merchant_id, read, form)
  where v.merchant_id = new.merchant_id and v.encrypted_form = new.read;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform log_action(
      null, null, 'encryption reencrypt', 'verification forms', null, jsonb_build_object('changed', changed), p_acting
    );
  end if;
  return changed;
end
$$;
