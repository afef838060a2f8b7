-- The SHA-256 of the network that signed up; null for every other mail. Networks that signed up within the hour leave
-- half of the installation's sign-ups to those that did not.
alter table mails add column sign_up_network bytea;

-- These have a further parameter.
drop function if exists queue_mail(text, text, jsonb, bytea, boolean, bigint, boolean);
drop function if exists sign_up(text, text, text, text, bytea, bytea, bytea, integer);
