-- What measure_service() reads must cost the same however much there is: an index of what it counts.
create index payouts_processing on payouts (environment, id) where status = 'processing' and not needs_review;
create index webhook_endpoints_disabled on webhook_endpoints (environment) where disabled_at is not null;

-- When the books were last checked, and how many rows of ledger_discrepancies that found: one row.
create table ledger_proofs (
  is_last boolean default true primary key,
  proved_at timestamptz not null,
  discrepancies bigint not null,
  constraint ledger_proof_is_the_last check (is_last)
);
