-- The rows that are deleted after their term, one rule per row (for operators: docs/operating/retention.md): the table,
-- the indexed column (or expression) that the term counts from, the term, and a further condition on a row `r`; null:
-- none. A rule with a `change` keeps the row, and sets that instead of deleting it. Anything else is in
-- purge_expired_rows().
create or replace function retention_rules() returns table (
  table_name text, aged_by text, term interval, condition text, change text
)
language sql immutable set search_path = public, pg_temp as $$
  values
    ('api_keys', 'least(revoked_at, expires_at)', interval '1 year', null, null),
    -- A paid session is kept without its payer's networks. So are all accounts and collections, which late money is
    -- matched with.
    ('checkout_sessions', 'purge_at', interval '0',
      'exists (select from collections c join credits cr on cr.collection_id = c.id
        where c.virtual_account_id = r.virtual_account_id)',
      'purge_at = null, network = null, wide_network = null'),
    ('checkout_sessions', 'purge_at', interval '0',
      'not exists (select from collections c join credits cr on cr.collection_id = c.id
        where c.virtual_account_id = r.virtual_account_id)', null),
    -- Addresses that could not be provisioned: nobody has seen one. Money reported for it is held for an operator.
    ('collections', 'inserted_at', interval '7 days',
      'status = ''failed'' and not exists (select from credits cr where cr.collection_id = r.id)', null),
    ('collections', 'inserted_at', interval '180 days',
      'environment = ''test'' and virtual_account_id is null and status = ''awaiting_payment''
        and amount_received = 0 and not exists (select from credits cr where cr.collection_id = r.id)', null),
    ('credit_notices', 'received_at', interval '90 days', 'next_poll_at is null', null),
    ('host_checks', 'requested_at', interval '1 day', null, null),
    ('idempotency_keys', 'created_at', interval '30 days', null, null),
    ('identity_checks', 'inserted_at', interval '180 days', 'name is not null', 'name = null'),
    -- No event was sent for a check without a result.
    ('identity_checks', 'inserted_at', interval '7 days', 'status = ''unavailable''', null),
    ('identity_checks', 'inserted_at', interval '180 days',
      'environment = ''test'' and status <> ''pending''', null),
    -- An empty record keeps its keyed hash and whether it was paid for, so that nobody is charged twice. One with a
    -- pending check is left for later.
    ('identity_records', 'stored_at', interval '180 days',
      'status = ''found'' and not exists (
        select from identity_checks k where k.identity_record_id = r.id and k.status = ''pending''
      )', 'status = ''expired'', encrypted_record = null, matched_phone_hashes = ''{}'''),
    ('identity_records', 'stored_at', interval '24 hours',
      'status in (''not_found'', ''unavailable'') and not exists (
        select from identity_checks k where k.identity_record_id = r.id and k.status = ''pending''
      )', 'status = ''expired'', encrypted_record = null, matched_phone_hashes = ''{}'''),
    ('identity_records', 'stored_at', interval '7 days',
      'status = ''expired'' and not is_charged
        and not exists (select from identity_checks k where k.identity_record_id = r.id)', null),
    ('identity_records', 'stored_at', interval '180 days',
      'environment = ''test'' and status = ''expired''
        and not exists (select from identity_checks k where k.identity_record_id = r.id)', null),
    ('invitations', 'created_at', interval '30 days', null, null),
    ('mail_tokens', 'expires_at', interval '1 hour', null, null),
    ('mails', 'created_at', interval '7 days', null, null),
    ('name_enquiries', 'inserted_at', interval '1 day', null, null),
    ('payout_use', 'created_at', interval '3 days', null, null),
    ('people', 'created_at', interval '7 days',
      'email_verified_at is null and not exists (select from memberships m where m.person_id = r.id)
        and not exists (select from mail_tokens t where t.person_id = r.id and t.expires_at > now())', null),
    ('provider_notices', 'received_at', interval '90 days', null, null),
    -- A day began 32 days ago once its last request has been kept for 31.
    ('request_log_days', 'day', interval '32 days', null, null),
    ('sandbox_accounts', 'inserted_at', interval '180 days', null, null),
    ('sandbox_identities', 'created_at', interval '180 days', null, null),
    ('sandbox_transfers', 'created_at', interval '180 days', null, null),
    ('sessions', 'created_at', interval '14 days', null, null),
    ('sessions', 'last_seen_at', interval '12 hours', null, null),
    ('sign_in_attempts', 'since', interval '1 hour', null, null),
    ('sign_ins', 'expires_at', interval '1 hour', null, null),
    ('used_challenges', 'used_at', interval '15 minutes', null, null),
    ('virtual_accounts', 'inserted_at', interval '7 days',
      'status = ''failed'' and not exists (select from checkout_sessions s where s.virtual_account_id = r.id)', null),
    -- By the merchant's clock, which is never behind, it has ended too.
    ('webhook_endpoints', 'previous_secret_expires_at', interval '0', null,
      'previous_secret = null, previous_secret_expires_at = null')
  union all
  -- Rows outside weekly partitions, which are not dropped with one.
  select p.name || '_default', 'inserted_at', p.term, null, null from partitioned_tables() p
$$;
