-- Whether a session has expired: 12 hours without a request, or 14 days in total.
create or replace function session_is_over(p_session sessions) returns boolean
language sql stable
return p_session.last_seen_at < now() - interval '12 hours' or p_session.created_at < now() - interval '14 days';
