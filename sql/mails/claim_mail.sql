-- Claims a mail to send it now, and returns it with the number of the attempt, for record_mail_attempt(); no row if it
-- is not due. The claim holds for two minutes: then the mail is due again.
create or replace function claim_mail(p_mail_id bigint) returns table (
  attempt integer, reference text, recipient text, template text, facts jsonb, encrypted_token bytea,
  created_at timestamptz
)
language sql rows 1 security definer set search_path = public, pg_temp as $$
  update mails m set attempts = m.attempts + 1, next_attempt_at = now() + interval '2 minutes'
  where m.id = p_mail_id and m.status = 'pending' and m.next_attempt_at <= now()
  returning m.attempts, m.reference, m.recipient, m.template, m.facts, m.encrypted_token, m.created_at;
$$;
