-- When: our price, or a tax on it, changes.
-- Sets a charge from 00:00 (Lagos) of a day to come: --kobo, or --basis-points hundredths of a percent of the service
-- charge, for amounts from --from-amount kobo up (default: all). --exempt: purposes of payouts that don't owe it,
-- separated by commas; stamp duty only. From that day on only the rows of that day count for the service and kind: set
-- each, and compare with what is printed. Charges that were set for earlier days stay, as do those of earlier payouts.
-- Flags: --service payout|refund|identity_check --kind service|vat|stamp_duty --from YYYY-MM-DD
--   [--from-amount NUMBER] [--kobo NUMBER] [--basis-points NUMBER] [--exempt WORD] --reason TEXT
select * from set_charge(
  :service, :kind, :from::date, coalesce(:fromAmount, '0')::bigint, :kobo::bigint, :basisPoints::integer,
  coalesce(string_to_array(:exempt, ','), '{}'), :acting
);
