-- A link that proves an address belongs to one sign-up: what was chosen then is kept with it, until it is used or ends.
-- A token of nobody is written where there is no account, so that both take as long; it is good for nothing.
alter table mail_tokens alter column person_id drop not null;
alter table mail_tokens add column name text;
alter table mail_tokens add column password_hash text;
alter table mail_tokens add column business_name text;
alter table mail_tokens add constraint mail_token_name_is_short check (length(name) <= 200) not valid;
alter table mail_tokens add constraint mail_token_business_name_is_short check (length(business_name) <= 200) not valid;
alter table mail_tokens validate constraint mail_token_name_is_short;
alter table mail_tokens validate constraint mail_token_business_name_is_short;

-- 'withheld': there is nobody to send it to.
alter table mails drop constraint mail_status_is_known;
alter table mails add constraint mail_status_is_known
  check (status in ('pending', 'sent', 'kept', 'failed', 'withheld')) not valid;
alter table mails validate constraint mail_status_is_known;

drop function if exists mailbox_is_full(text);
drop function if exists note_mail_asked(text);
drop function if exists queue_mail(text, text, jsonb, bytea, boolean, bigint);
