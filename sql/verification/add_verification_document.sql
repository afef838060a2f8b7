-- Adds a document to a merchant's verification. A merchant has at most 10, of 25 MiB in total. A rejected verification
-- becomes a draft again. Outcomes: added, not_open (submitted, approved or closed), too_many, too_much. The audit row
-- has neither name nor content. Locks the merchant, so that concurrent uploads can't exceed the limits together.
create or replace function add_verification_document(
  p_merchant_id bigint, p_kind text, p_media_type text, p_size integer, p_encrypted_key bytea, p_encrypted_name bytea,
  p_encrypted_content bytea, p_acting acting, out outcome text, out reference text
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 10;
  most_bytes constant bigint := 25 * 1024 * 1024;
  held record;
begin
  perform from merchants m where m.id = p_merchant_id for no key update;
  select count(*) as documents, coalesce(sum(d.size), 0) as bytes into held
  from verification_documents d where d.merchant_id = p_merchant_id;
  outcome := case
    when held.documents >= most then 'too_many'
    when held.bytes + p_size > most_bytes then 'too_much'
    when not open_verification(p_merchant_id, p_acting) then 'not_open'
    else 'added'
  end;
  if outcome = 'added' then
    insert into verification_documents as d (
      reference, merchant_id, kind, media_type, size, encrypted_key, encrypted_name, encrypted_content
    )
    values (
      new_reference('doc'), p_merchant_id, p_kind, p_media_type, p_size, p_encrypted_key, p_encrypted_name,
      p_encrypted_content
    )
    returning d.reference into reference;
    perform log_action(
      p_merchant_id, null, 'verification document add', reference, null,
      jsonb_build_object('kind', p_kind, 'type', p_media_type, 'size', p_size), p_acting
    );
  end if;
end
$$;
