-- What a merchant says about its business, and proves with documents, before it may go live.

-- One row for each merchant that has begun. How far it is stands in merchants.kyb_status alone, which live actions
-- read.
create table verifications (
  merchant_id bigint primary key references merchants,
  -- The form as JSON, encrypted: for a sole proprietor all of it is personal. Null: nothing was saved.
  encrypted_form bytea,
  -- Grows with each saved form, so that nobody submits or overwrites what somebody else has just written.
  version integer not null default 0,
  -- Since when kyb_status is what it is.
  status_since timestamptz not null default now(),
  -- When somebody last worked on the form or the documents.
  changed_at timestamptz not null default now(),
  -- Why it was rejected last; null from the next submission on.
  reason text constraint verification_reason_is_short check (length(reason) <= 1000),
  -- Who submitted it, so that nobody decides about what they sent themselves. Null: nobody has, or an operator did.
  submitted_by bigint references people on delete set null,
  -- When it was first approved; from then on its documents are kept until years after the merchant was closed.
  approved_at timestamptz
);

create index verifications_by_change on verifications (changed_at) where approved_at is null;

insert into verifications (merchant_id, approved_at)
select m.id, case when m.kyb_status = 'approved' then now() end from merchants m where m.kyb_status <> 'draft';

-- A merchant's proof. Its own random key encrypts name and content, and the master key encrypts that key: so the master
-- key can be changed without writing all content again.
create table verification_documents (
  id bigint generated always as identity primary key,
  reference text not null unique,
  merchant_id bigint not null references merchants,
  kind text not null constraint verification_document_kind_is_known
    check (kind in ('registration_certificate', 'proof_of_address', 'identity_document', 'other')),
  -- What its content is, whatever its name says.
  media_type text not null constraint verification_document_type_is_known
    check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  -- In bytes, before encryption.
  size integer not null constraint verification_document_is_bounded check (size between 1 and 5242880),
  encrypted_key bytea not null,
  encrypted_name bytea not null,
  encrypted_content bytea not null,
  created_at timestamptz not null default now()
);

create index verification_documents_by_merchant on verification_documents (merchant_id, id);
-- Encrypted bytes do not get smaller: PostgreSQL need not try.
alter table verification_documents alter column encrypted_content set storage external;

-- When the business left. Its documents go five years later.
alter table merchants add column closed_at timestamptz;
create index closed_merchants on merchants (closed_at) where closed_at is not null;
create index merchants_by_kyb_status on merchants (kyb_status, id);
