-- Saves the form of a merchant's verification in place of the version that the caller has read (0: none), and returns
-- the new version. A rejected verification becomes a draft again. Outcomes: saved, changed (somebody else saved a newer
-- one), not_open (submitted, approved or closed). Locks the merchant.
create or replace function save_verification_form(
  p_merchant_id bigint, p_encrypted_form bytea, p_version integer, p_acting acting, out outcome text,
  out version integer
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from merchants m where m.id = p_merchant_id for no key update;
  select v.version into version from verifications v where v.merchant_id = p_merchant_id;
  outcome := case
    when coalesce(version, 0) <> p_version then 'changed'
    when not open_verification(p_merchant_id, p_acting) then 'not_open'
    else 'saved'
  end;
  if outcome = 'saved' then
    update verifications v set encrypted_form = p_encrypted_form, version = v.version + 1
    where v.merchant_id = p_merchant_id
    returning v.version into version;
  end if;
end
$$;
