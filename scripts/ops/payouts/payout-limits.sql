-- When: a payout is refused with LIMIT_DAILY_EXCEEDED or AMOUNT_LIMIT_EXCEEDED, or to check limits. Lists the limits of
-- tiers and merchants, and what merchants have used today; with --merchant, that one's limits including its tier's.
-- Amounts in kobo. Changes nothing.
-- Flags: [--merchant mer_...]
select * from list_payout_limits(:merchant);
