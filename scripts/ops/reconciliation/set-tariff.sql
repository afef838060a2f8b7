-- When: a provider's fees change.
-- Sets its expected fees from a day on, so that others are reported as differences: --fee, plus --basis-points
-- hundredths of a percent of the amount, at most --cap; for amounts up to --up-to only, or for all. Amounts are in kobo
-- (cents with --currency USD). Replaces what was set for the same day and amounts.
-- Flags: --provider GATEWAY --type transfer|credit|reversal|top_up|withdrawal --from YYYY-MM-DD --fee NUMBER
--   [--basis-points NUMBER] [--cap NUMBER] [--up-to NUMBER] [--currency NGN|USD] --reason TEXT
select set_provider_tariff(
  :provider, :type, coalesce(:currency, 'NGN'), :from::date, :upTo::bigint, :fee::bigint,
  coalesce(:basisPoints, '0')::integer, :cap::bigint, :acting
);
