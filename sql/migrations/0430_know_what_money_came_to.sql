-- finish_credit_notice() has an eighth parameter from now on, which those who call it with seven need not give. A
-- function of seven beside it would leave such a call undecided.
drop function if exists finish_credit_notice(bigint, integer, text, text, bigint, text, json);
