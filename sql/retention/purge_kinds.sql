-- The kinds of rows that are deleted after their term (terms: docs/operating/retention.md), each for
-- purge_expired_rows(): kind x is deleted by the function purge_x(p_limit integer).
create or replace function purge_kinds() returns text[]
language sql immutable set search_path = public, pg_temp as $$
  select array[
    'checkout_sessions', 'failed_requests', 'name_enquiries', 'host_checks', 'webhook_attempts', 'events',
    'identity_data', 'idempotency_keys', 'sandbox', 'request_log', 'api_keys', 'sessions', 'mails', 'sign_ins',
    'unproved_people', 'used_challenges', 'invitations', 'verifications',
    'unpaid_accounts', 'provider_notices', 'credit_notices', 'payout_use'
  ]
$$;
