-- Returns how a freeze of payouts is named to operators, and as the target of its rows in audit_log: by the reference
-- of its merchant, or the code of its bank; all payouts where both are null.
create or replace function freeze_name(p_merchant text, p_bank text) returns text
language sql immutable
return coalesce(p_merchant, 'bank ' || p_bank, 'all payouts');
