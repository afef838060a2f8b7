-- A list that is filtered by one thing reads few rows of others, however many a merchant has.

-- Most merchants check one type: a filter by the other read all their checks.
create index identity_checks_by_type on identity_checks (merchant_id, environment, type, created_at desc, id desc)
  where status in ('succeeded', 'failed');
create index identity_checks_by_type_and_status
  on identity_checks (merchant_id, environment, type, status, created_at desc, id desc)
  where status in ('succeeded', 'failed');

-- Without what is not shown: payers can have any number of accounts of a link fail.
drop index collections_of_payment_links;
create index collections_of_payment_links on collections (payment_link_id, created_at desc, id desc)
  where payment_link_id is not null and status not in ('provisioning', 'failed');

-- The log is listed by time, and kept for ever: a filter by time read all that came after it.
drop index audit_log_by_merchant;
drop index audit_log_by_person;
drop index audit_log_by_action;
drop index audit_log_by_key;
create index audit_log_by_merchant on audit_log (merchant_id, done_at desc, id desc);
create index audit_log_by_person on audit_log (merchant_id, person_id, done_at desc, id desc);
create index audit_log_by_action on audit_log (merchant_id, action, done_at desc, id desc);
create index audit_log_by_key on audit_log (merchant_id, key_reference, done_at desc, id desc)
  where key_reference is not null;

-- The newest payments of a collection, of which one may have very many.
drop index credits_by_collection;
create index credits_by_collection on credits (collection_id, received_at desc, id desc);
