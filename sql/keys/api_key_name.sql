-- Returns an API key's name in the dashboard: how its secret begins and ends.
create or replace function api_key_name(p_key api_keys) returns text
language sql immutable
return 'sk_' || p_key.environment || '_…' || p_key.last_four;
