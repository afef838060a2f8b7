-- When: somebody asks about one payout, virtual account, collection, credit, event or identity check.
-- Shows everything that is recorded about it, in the order of time: states, journals, events with their attempts, jobs,
-- what the provider was told and said, and what people did. Changes nothing.
-- Flags: --reference REFERENCE
select * from reference_history(:reference);
