-- When: payouts of a merchant, to a bank, or from an amount up must try certain live gateways first, or a merchant's
-- accounts must be opened at one. --from is in kobo. --gateways is one name, or several with commas, of which the best
-- is chosen; without it the rule is removed. Payouts that none of them takes go through the others: to keep payouts
-- from a gateway, use freeze-payouts.
-- Flags: --operation payout|account [--merchant mer_...] [--bank WORD] [--from NUMBER] [--gateways WORD] --reason TEXT
select * from set_gateway_rule(
  :operation, :merchant, :bank, coalesce(:from, '0')::bigint,
  string_to_array(:gateways, ','), :acting
);
