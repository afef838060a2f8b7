-- Forgets all keys but p_key, the id of the current one: nothing is encrypted with them any more. Returns how many it
-- forgot. Raises PB008 while jobs have yet to decrypt something of theirs, which reencrypt() leaves as it is: the
-- link of a mail that is not sent yet, or the phone of a pending check. An operator's action.
create or replace function forget_encryption_keys(p_key bytea, p_acting acting) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten integer;
  others constant bytea[] := array(select k.key_id from encryption_keys k where k.key_id <> p_key);
begin
  -- The key's id follows one byte of version.
  perform refuse_unless(
    not exists (
      select from mails m where m.status = 'pending' and substr(m.encrypted_token, 2, 4) = any (others)
    ),
    'mails with links that the other key encrypted are still to be sent: run this again later. It needs a day at most'
  );
  -- A record that is pending has the pending check that requested it.
  perform refuse_unless(
    not exists (
      select from identity_checks c where c.status = 'pending' and substr(c.encrypted_phone, 2, 4) = any (others)
    ),
    'identity checks that the other key encrypted are still pending: run this again in a minute'
  );
  delete from encryption_keys k where k.key_id = any (others);
  get diagnostics forgotten = row_count;
  if forgotten > 0 then
    perform log_action(
      null, null, 'encryption reencrypt', 'encryption keys', null, jsonb_build_object('forgotten', forgotten), p_acting
    );
  end if;
  return forgotten;
end
$$;
