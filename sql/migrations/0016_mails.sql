create table mails (
  id bigint generated always as identity primary key,
  reference text not null constraint mail_reference_is_unique unique,
  merchant_id bigint references merchants,
  recipient text not null constraint mail_recipient_is_short check (length(recipient) <= 254),
  template text not null constraint mail_template_is_a_name check (template ~ '^[a-z_]{3,40}$'),
  facts jsonb not null,
  encrypted_token bytea,
  is_by_stranger boolean not null default false,
  sign_up_network bytea,
  status text not null default 'pending'
    constraint mail_status_is_known check (status in ('pending', 'sent', 'kept', 'failed', 'withheld')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  error text constraint mail_error_is_short check (length(error) <= 200),
  trace_id uuid,
  created_at timestamptz not null default now()
);

comment on table mails is
  'An email to one person. queue_mail() writes it with its job, a worker sends it. Deleted after 7 days.';
comment on column mails.reference is 'Its Message-ID, so that a second copy is recognised.';
comment on column mails.merchant_id is
  'Whose notice it is, so that notices are counted per merchant. Null: not a notice.';
comment on column mails.template is 'Names the text in mail-text.ts, which facts are filled into. No secrets.';
comment on column mails.encrypted_token is 'The token of the link. Deleted once the email is sent.';
comment on column mails.is_by_stranger is 'A stranger can ask for it, so these are counted.';
comment on column mails.sign_up_network is
  'SHA-256 of the network that signed up; null for all other mails. Networks that signed up within the hour leave '
  'half of all sign-ups to those that did not.';
comment on column mails.status is
  'kept: no mail server is set, and a page shows it (development). withheld: there is nobody to send it to.';
comment on column mails.next_attempt_at is
  'When it may be tried again; while a worker sends it, when another may take it over.';
comment on column mails.error is 'Why the last attempt failed, without addresses.';

create index mails_waiting on mails (next_attempt_at) where status = 'pending';
create index mails_by_recipient on mails (recipient, created_at);
create index mails_by_strangers on mails (created_at) where is_by_stranger;
create index mails_by_age on mails (created_at);
create index mails_kept on mails (id) where status = 'kept';
