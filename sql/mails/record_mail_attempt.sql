-- Stores the result of an attempt to send a mail. p_outcome: 'sent'; 'kept', if no mail server is configured;
-- 'refused', permanently; or 'failed', which is retried after 30 seconds, then after twice as long each time, at most
-- an hour, until a day after the mail was written. p_error says why, without addresses. False, changing nothing, if
-- another attempt began.
create or replace function record_mail_attempt(p_mail_id bigint, p_attempt integer, p_outcome text, p_error text)
returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mail mails;
begin
  update mails m set
    status = case
      when p_outcome in ('sent', 'kept') then p_outcome
      when p_outcome = 'failed' and m.created_at > now() - interval '1 day' then 'pending'
      else 'failed'
    end,
    next_attempt_at = now() + least(interval '1 hour', interval '30 s' * 2 ^ least(m.attempts - 1, 10)),
    error = left(p_error, 200)
  where m.id = p_mail_id and m.attempts = p_attempt and m.status = 'pending'
  returning * into mail;
  if not found then
    return false;
  end if;
  if mail.status = 'pending' then
    perform enqueue_jobs('send_mail', array[p_mail_id], mail.next_attempt_at);
  elsif mail.status <> 'kept' then
    update mails m set encrypted_token = null where m.id = p_mail_id;
  end if;
  return true;
end
$$;
