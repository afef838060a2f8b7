-- Invitations to a merchant, merchants that people add themselves, and what owners look for in the audit log.

create table invitations (
  id bigint generated always as identity primary key,
  reference text not null unique,
  merchant_id bigint not null references merchants,
  -- Whose mail it is: in lower case, like people's.
  email text not null constraint invitation_email_is_lower_case check (email = lower(email) and length(email) <= 254),
  role text not null constraint invitation_role_is_known check (role in ('viewer', 'developer', 'finance', 'owner')),
  -- SHA-256 of the token in the mail, which has 256 random bits.
  token_hash bytea not null constraint invitation_token_is_unique unique,
  invited_by bigint references people on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When it was accepted, or revoked. Null: it is open until it expires.
  ended_at timestamptz
);

create index invitations_by_merchant on invitations (merchant_id, created_at);
create index invitations_by_age on invitations (created_at);
-- An address has one open invitation of a merchant at most.
create unique index invitation_is_open_once on invitations (merchant_id, email) where ended_at is null;

-- The person who added the merchant. Null: an operator did.
alter table merchants add column created_by bigint references people on delete set null;
create index merchants_by_creator on merchants (created_by) where created_by is not null;

create index audit_log_by_person on audit_log (merchant_id, person_id, id desc);
create index audit_log_by_action on audit_log (merchant_id, action, id desc);
