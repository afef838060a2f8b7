-- money_summary_json() has a third parameter from now on, which those who call it with two need not give. A function
-- of two beside it would leave such a call undecided.
drop function if exists money_summary_json(bigint, text);
