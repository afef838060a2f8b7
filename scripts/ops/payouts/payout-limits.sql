-- When: a payout is refused with LIMIT_DAILY_EXCEEDED or AMOUNT_LIMIT_EXCEEDED, or limits have to be checked. Lists the
-- limits of tiers and merchants, and what these have used today; with --merchant, what holds for that one with the
-- limits of its tier. Amounts in kobo. Changes nothing.
-- Flags: [--merchant mer_...]
select * from list_payout_limits(:merchant);
