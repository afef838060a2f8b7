-- accept_payouts() has a further parameter.
drop function if exists accept_payouts(jsonb);
