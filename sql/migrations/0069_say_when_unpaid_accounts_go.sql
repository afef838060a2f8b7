-- When a virtual account goes with its collections, unless money came, in real time; null: it stays. Set for those that
-- payers or tests ask for (request_virtual_account).
alter table virtual_accounts add column purge_at timestamptz;

update virtual_accounts v
set purge_at = v.inserted_at + case v.environment when 'test' then interval '180 days' else interval '1 year' end
where (v.environment = 'test' or v.payment_link_id is not null)
  and not exists (
    select from collections c join credits cr on cr.collection_id = c.id where c.virtual_account_id = v.id
  );

create index virtual_accounts_to_purge on virtual_accounts (purge_at) where purge_at is not null;

-- Test rows that nothing in the ledger is about.
create index test_crypto_collections_unpaid on collections (inserted_at)
  where environment = 'test' and virtual_account_id is null and status = 'awaiting_payment' and amount_received = 0;
create index test_identity_checks_by_insertion on identity_checks (inserted_at) where environment = 'test';
create index test_identity_records_expired on identity_records (stored_at)
  where environment = 'test' and status = 'expired';
