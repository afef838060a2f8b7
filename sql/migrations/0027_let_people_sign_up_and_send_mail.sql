-- How people come in: mails, the links in them, sign-ins that wait for a second factor, and attempts that are counted.

-- The graphile-worker schema of mails. They belong to no environment, and have one queue.
create index jobs_locked on queue_live_mails._private_jobs (locked_by) where locked_by is not null;
create index jobs_replaced on queue_live_mails._private_jobs (id) where key is null;

-- The name of the business that the person signs up for. It becomes a merchant when the address is proved, so that
-- strangers make no merchants; null from then on, and for those who sign up for none.
alter table people add column wanted_business_name text
  constraint person_wanted_business_name_is_short check (length(wanted_business_name) between 1 and 200);

-- Whoever did not prove their address is forgotten.
create index people_unproved on people (created_at) where email_verified_at is null;

-- A mail to one person. queue_mail() writes it with its job, a worker sends it. Gone after 7 days.
create table mails (
  id bigint generated always as identity primary key,
  -- Its Message-ID, so that a second copy is recognised as one.
  reference text not null constraint mail_reference_is_unique unique,
  recipient text not null constraint mail_recipient_is_short check (length(recipient) <= 254),
  -- Names the text, sql/mails/mail-text.ts; `facts` are the values in it. No secrets here.
  template text not null constraint mail_template_is_a_name check (template ~ '^[a-z_]{3,40}$'),
  facts jsonb not null,
  -- The token of the mail's link, encrypted; gone once the mail is sent.
  encrypted_token bytea,
  -- A stranger can ask for it, so that these are counted.
  is_by_stranger boolean not null default false,
  -- kept: nothing sends mail here, and it is shown on a page (development).
  status text not null default 'pending'
    constraint mail_status_is_known check (status in ('pending', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  -- When it may be tried (again). While a worker sends it: when another takes it for lost.
  next_attempt_at timestamptz not null default now(),
  -- Why the last attempt failed, without addresses.
  error text constraint mail_error_is_short check (length(error) <= 200),
  created_at timestamptz not null default now()
);

create index mails_waiting on mails (next_attempt_at) where status = 'pending';
create index mails_by_recipient on mails (recipient, created_at);
create index mails_by_strangers on mails (created_at) where is_by_stranger;
create index mails_by_age on mails (created_at);
create index mails_kept on mails (id) where status = 'kept';

-- The token in a mail's link: good once, for one person and one purpose, until it expires.
create table mail_tokens (
  -- SHA-256 of the token, which has 256 random bits.
  token_hash bytea primary key,
  kind text not null constraint mail_token_kind_is_known check (kind in ('verify_email', 'reset_password')),
  person_id bigint not null references people on delete cascade,
  -- SHA-256 of the cookie of the browser that signed up. Another one has to know the password as well: whoever signs
  -- up with somebody else's address does not get in with the click of its owner.
  browser_hash bytea,
  expires_at timestamptz not null
);

create index mail_tokens_by_person on mail_tokens (person_id, kind);
create index mail_tokens_by_end on mail_tokens (expires_at);

-- A sign-in whose password was right and whose second factor is missing. It opens only the routes that take one.
create table sign_ins (
  token_hash bytea primary key,
  person_id bigint not null references people on delete cascade,
  -- How often a second factor was tried.
  attempts integer not null default 0,
  expires_at timestamptz not null
);

create index sign_ins_by_person on sign_ins (person_id);
create index sign_ins_by_end on sign_ins (expires_at);

-- How often something was tried with a password, by whom and against whom, within 15 minutes. take_attempts() counts.
create table sign_in_attempts (
  -- SHA-256 of what is counted: an account, a device of an account, a network.
  subject bytea primary key,
  attempts integer not null,
  since timestamptz not null default now()
);

create index sign_in_attempts_by_age on sign_in_attempts (since);
