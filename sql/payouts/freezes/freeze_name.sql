-- Returns the name of a payout freeze for operators, and for audit_log: the reference of its merchant, the code of its
-- bank, its gateway, or its gateway and bank; all payouts if each is null.
create or replace function freeze_name(p_merchant text, p_bank text, p_gateway text) returns text
language sql immutable
return coalesce(
  p_merchant, 'gateway ' || p_gateway || coalesce(' to bank ' || p_bank, ''), 'bank ' || p_bank, 'all payouts'
);
