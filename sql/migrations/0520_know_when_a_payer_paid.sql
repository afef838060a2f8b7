-- When the payer paid, as the provider says it; null where it says nothing. Money for a permanent account goes to the
-- collection that was open then (find_paid_collection).
alter table credits add column paid_at timestamptz;

-- Both have one more parameter from now on, which callers of the version before need not give. A function of fewer
-- beside it would leave such a call undecided.
drop function if exists record_credit(text, text, text, bigint, text, json, boolean, text);
drop function if exists finish_credit_notice(bigint, integer, text, text, bigint, text, json, boolean, text);
