-- When: payouts of a merchant, to a bank, or of an amount and more have to go through certain live gateways first, or a
-- merchant's accounts have to be opened at one. --from is in kobo. --gateways has one name, or several with commas, of
-- which the best is taken; without it the rule is taken away. What none of them takes goes through the others: to keep
-- payouts from a gateway, freeze-payouts.sql stops it.
-- Flags: --operation payout|account [--merchant mer_...] [--bank WORD] [--from NUMBER] [--gateways WORD] --reason TEXT
select * from set_gateway_rule(
  :operation, :merchant, :bank, coalesce(:from, '0')::bigint,
  string_to_array(:gateways, ','), :acting
);
