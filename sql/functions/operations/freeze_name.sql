-- Returns how a freeze of payouts is named to operators, and as the target of its rows in audit_log: by the reference
-- of its merchant, the code of its bank, or its gateway; all payouts where each is null.
create or replace function freeze_name(p_merchant text, p_bank text, p_gateway text) returns text
language sql immutable
return coalesce(p_merchant, 'bank ' || p_bank, 'gateway ' || p_gateway, 'all payouts');
