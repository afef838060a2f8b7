-- What a merchant says about its business and proves with documents, before it may go live.

create table verifications (
  merchant_id bigint primary key references merchants,
  encrypted_form bytea,
  version integer not null default 0,
  status_since timestamptz not null default now(),
  reason text constraint verification_reason_is_short check (length(reason) <= 1000),
  submitted_by bigint references people on delete set null,
  approved_at timestamptz,
  purge_at timestamptz default (now() + '90 days')
);

comment on table verifications is
  'What a merchant says about its business before it may go live: one row for each merchant that has begun. Its '
  'state is merchants.kyb_status, which live actions read.';
comment on column verifications.encrypted_form is
  'The form as JSON, encrypted: for a sole proprietor all of it is personal. Null: nothing was saved.';
comment on column verifications.version is
  'Grows with each saved form, so that nobody submits or overwrites what someone else has just written.';
comment on column verifications.status_since is 'Since when kyb_status has its value.';
comment on column verifications.reason is 'Why it was last rejected. Null from the next submission on.';
comment on column verifications.submitted_by is
  'Who submitted it, so that nobody decides about their own submission. Null: nobody yet, or an operator.';
comment on column verifications.approved_at is
  'When it was first approved. From then on its documents are kept until years after the merchant closes.';
comment on column verifications.purge_at is
  'When the form and documents are deleted, in real time. Null while reviewers or an approved business need them. '
  'Every change of state sets it by verification_term().';

create index verifications_by_submitter on verifications (submitted_by) where submitted_by is not null;
create index verifications_to_purge on verifications (purge_at) where purge_at is not null;

create table verification_documents (
  id bigint generated always as identity primary key,
  reference text not null unique,
  merchant_id bigint not null references merchants,
  kind text not null
    constraint verification_document_kind_is_known check (
      kind in ('registration_certificate', 'proof_of_address', 'identity_document', 'other')
    ),
  media_type text not null
    constraint verification_document_type_is_known check (
      media_type in ('application/pdf', 'image/png', 'image/jpeg')
    ),
  size integer not null constraint verification_document_is_bounded check (size between 1 and 5242880),
  encrypted_key bytea not null,
  encrypted_name bytea not null,
  encrypted_content bytea not null,
  created_at timestamptz not null default now()
);

comment on table verification_documents is
  'A merchant''s proof. Its own random key encrypts name and content, and the master key encrypts that key: '
  'changing the master key does not rewrite all content.';
comment on column verification_documents.media_type is 'What the content is, whatever its name says.';
comment on column verification_documents.size is 'In bytes, before encryption.';

create index verification_documents_by_merchant on verification_documents (merchant_id, id);

-- Encrypted bytes do not get smaller, so PostgreSQL need not try.
alter table verification_documents alter column encrypted_content set storage external;
