-- finish_credit_notice() has a ninth parameter from now on, which those who call it with eight need not give. A
-- function of eight beside it would leave such a call undecided.
drop function if exists finish_credit_notice(bigint, integer, text, text, bigint, text, json, boolean);
