-- A merchant is a business that collects and pays out through this service: the tenant of every other table.
--
-- Operators create merchants and move kyb_status and payout_max; nothing else writes here.

create table merchants (
  id bigint generated always as identity primary key,
  reference text not null constraint merchant_reference_is_unique unique,
  name text not null constraint merchant_has_a_name check (name <> ''),
  email text not null,
  kyb_status text not null default 'draft'
    constraint merchant_kyb_status_is_known check (kyb_status in ('draft', 'submitted', 'approved', 'rejected')),
  -- The largest single payout, in kobo; ten million naira unless an operator raised it.
  payout_max bigint not null default 1000000000 constraint merchant_payout_max_is_positive check (payout_max > 0),
  created_at timestamptz not null default now()
);
