-- Deletes mails 7 days after they were written, and the tokens of their links an hour after they expired. At most
-- p_limit of each; returns how many. For purge_expired_rows().
create or replace function purge_mails(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  mails_gone integer;
  tokens_gone integer;
begin
  with due as materialized (
    select m.id from mails m where m.created_at < now() - interval '7 days'
    order by m.created_at limit p_limit
    for update skip locked
  )
  delete from mails m using due where m.id = due.id;
  get diagnostics mails_gone = row_count;
  with due as materialized (
    select t.token_hash from mail_tokens t where t.expires_at < now() - interval '1 hour'
    order by t.expires_at limit p_limit
    for update skip locked
  )
  delete from mail_tokens t using due where t.token_hash = due.token_hash;
  get diagnostics tokens_gone = row_count;
  return mails_gone + tokens_gone;
end
$$;
