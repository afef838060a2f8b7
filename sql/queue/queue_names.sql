-- Returns the names of all queues, which are the names of their schemas.
create or replace function queue_names() returns text[]
language sql immutable
return array[
  'queue_live_lookups', 'queue_live_money', 'queue_live_webhooks', 'queue_live_slow_webhooks',
  'queue_live_mails',
  'queue_test_lookups', 'queue_test_money', 'queue_test_webhooks', 'queue_test_slow_webhooks'
];
