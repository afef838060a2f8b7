-- Payments that a second person has to approve.

create table approval_policies (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  environment text not null constraint approval_policy_environment_is_known check (environment in ('test', 'live')),
  amount_max bigint,
  day_max bigint,
  new_destinations boolean not null,
  set_by bigint references people on delete set null,
  starts_at timestamptz not null,
  constraint approval_policy_starts_once unique (merchant_id, environment, starts_at),
  constraint approval_policy_amounts_are_not_negative check (least(amount_max, day_max, 0) = 0)
);

comment on table approval_policies is
  'Which of a merchant''s payments need approval: set_approval_policy() writes it. The newest one that has started '
  'applies; one more may wait to start. Amounts in kobo; null: no such limit.';
comment on column approval_policies.amount_max is 'Above it, a payment needs approval.';
comment on column approval_policies.day_max is 'What takes the sum of a day in Lagos above it needs approval.';
comment on column approval_policies.new_destinations is
  'Payments to an account that no payout of the merchant has reached need approval.';
comment on column approval_policies.starts_at is
  'By the merchant''s time. infinity: another owner has to agree first.';

create table approvals (
  id bigint generated always as identity primary key,
  reference text not null constraint approval_is_requested_once unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint approval_environment_is_known check (environment in ('test', 'live')),
  payout_id bigint references payouts,
  credit_id bigint references credits,
  batch_id bigint references payout_batches,
  collection_id bigint references collections on delete cascade,
  amount bigint not null,
  currency text not null,
  reasons text[] not null,
  makers bigint[] not null,
  made_with text,
  trace_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz,
  constraint approval_is_of_one_payment check (
    num_nonnulls(payout_id, credit_id, batch_id) = 1 and (collection_id is null or credit_id is not null)
  ),
  constraint approval_has_reasons check (
    reasons <@ array['amount', 'day', 'new_destination'] and (expires_at is null or reasons <> '{}')
  )
);

comment on table approvals is
  'Payments that wait for approval: request_approval() writes a row, and it is deleted once somebody has decided, the '
  'payment was canceled, or 72 hours have passed. The audit log keeps decisions.';
comment on column approvals.reference is 'The reference of the payout, refund, unmatched credit or payout batch.';
comment on column approvals.credit_id is
  'The unmatched credit to accept: into collection_id, or as a collection of its own.';
comment on column approvals.makers is
  'The people who requested the payment, made its batch or replaced an item, or created or rotated the key that did: '
  'they must not approve it. Empty: an operator made the key.';
comment on column approvals.made_with is 'The key that requested it.';
comment on column approvals.expires_at is
  'By the merchant''s time. Null: the refund needs a destination first, and nobody can approve it yet.';

create type credit_acceptance as (outcome text, waiting credits, target collections);

comment on type credit_acceptance is
  'An unmatched credit that may be accepted, into target if that is not null: check_acceptance().';

create index approvals_by_merchant on approvals (merchant_id, environment, created_at desc, id desc);
create index approvals_by_expiry on approvals (environment, expires_at) where expires_at is not null;
create unique index approval_of_a_payout_is_one on approvals (payout_id) where payout_id is not null;
create unique index approval_of_a_credit_is_one on approvals (credit_id) where credit_id is not null;
create unique index approval_of_a_batch_is_one on approvals (batch_id) where batch_id is not null;
