-- What a payout costs, in kobo: the newest row in force whose up_to covers the amount. Fees change by new rows with a
-- later effective_from, never by editing old ones.

create table payout_fees (
  environment text not null constraint payout_fee_environment_is_known check (environment in ('test', 'live')),
  effective_from timestamptz not null,
  -- Amounts up to and including this many kobo; null for all above.
  up_to bigint,
  fee bigint not null constraint payout_fee_is_not_negative check (fee >= 0),
  constraint payout_fee_band_is_unique unique nulls not distinct (environment, effective_from, up_to)
);

insert into payout_fees (environment, effective_from, up_to, fee) values
  ('test', '2020-01-01Z', null, 0),
  ('live', '2020-01-01Z', 500000, 1000),
  ('live', '2020-01-01Z', 5000000, 2500),
  ('live', '2020-01-01Z', null, 5000);
