-- Of a merchant's accounts and addresses that wait to be provisioned, only the next few have jobs, and are found by it.
create index virtual_accounts_provisioned_by_merchant on virtual_accounts (environment, merchant_id, id)
  where status = 'provisioning';
drop index virtual_accounts_waiting;

create index collections_provisioned_by_merchant on collections (environment, merchant_id, id)
  where status = 'provisioning';
drop index collections_waiting;
