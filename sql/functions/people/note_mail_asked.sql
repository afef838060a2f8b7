-- Notes that somebody asked for a mail to an address, whether or not it has an account: a transaction that writes takes
-- longer than one that does not, and strangers could tell them apart. Purged with the counts of attempts.
create or replace function note_mail_asked(p_email text) returns void
language sql set search_path = public, pg_temp as $$
  insert into sign_in_attempts as a (subject, attempts) values (sha256(convert_to('mails to ' || p_email, 'utf8')), 1)
  on conflict (subject) do update set attempts = least(a.attempts, 1000) + 1;
$$;
