-- A gateway that was asked and has never said what it holds is told from one that nobody asked.

-- When the first of the questions was asked that were not answered since. Null: the last one was; and where it was
-- asked before this column was there, until it is asked again.
alter table balance_questions add column unanswered_since timestamptz;

-- They have another parameter from now on.
drop function if exists float_explanations(text);
drop function if exists record_balances(text, bigint, jsonb, text);
