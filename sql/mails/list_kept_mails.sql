-- Returns the newest mails that were kept because no mail server is configured, for the page that shows them in
-- development.
create or replace function list_kept_mails(p_limit integer) returns table (
  reference text, recipient text, template text, facts jsonb, encrypted_token bytea, created_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.reference, m.recipient, m.template, m.facts, m.encrypted_token, m.created_at
  from mails m where m.status = 'kept' order by m.id desc limit p_limit;
$$;
