-- When: someone asks about one payout, virtual account, collection, credit, event or identity check.
-- Shows everything recorded about it, oldest first: states, journals, events with their attempts, jobs, calls of the
-- provider and their results, and what people did. Changes nothing.
-- Flags: --reference REFERENCE
select * from reference_history(:reference);
