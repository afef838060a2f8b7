-- Whose notice a mail is, so that notices are counted for each merchant. Null: no notice, or written before.
alter table mails add column merchant_id bigint references merchants;

-- It takes the merchant as well now.
drop function if exists queue_mail(text, text, jsonb, bytea, boolean);
