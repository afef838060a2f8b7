-- Records a mail and queues it, in the transaction of the change that it is about. p_template names its text in
-- sql/mails/mail-text.ts, p_facts are the values in it: texts, and no secrets. p_encrypted_token: the token of the
-- mail's link, encrypted under "mail:template:recipient"; null if it has none. p_merchant_id: whose notice it is.
-- p_is_withheld: nobody gets it; it is written only so that it takes as long. p_sign_up_network: the SHA-256 of the
-- network that signed up, for mails about that. p_trace_id: the trace of the request. Returns the mail's id.
create or replace function queue_mail(
  p_recipient text, p_template text, p_facts jsonb, p_encrypted_token bytea default null,
  p_is_by_stranger boolean default false, p_merchant_id bigint default null, p_is_withheld boolean default false,
  p_sign_up_network bytea default null, p_trace_id uuid default null
) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  mail_id bigint;
begin
  insert into mails (
    reference, recipient, template, facts, encrypted_token, is_by_stranger, merchant_id, sign_up_network, trace_id,
    status
  )
  values (
    new_reference('mal'), p_recipient, p_template, p_facts, p_encrypted_token, p_is_by_stranger, p_merchant_id,
    p_sign_up_network, p_trace_id, case when p_is_withheld then 'withheld' else 'pending' end
  )
  returning id into mail_id;
  perform enqueue_jobs('send_mail', array[mail_id]);
  return mail_id;
end
$$;
