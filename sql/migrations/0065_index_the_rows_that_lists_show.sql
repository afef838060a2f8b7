-- Lists walk the newest rows. They read none that they do not show: requests that failed, or are still under way, of
-- which a caller can make any number. What is shown is what the queries of sql/queries/pages.ts say.

drop index virtual_accounts_by_merchant;
create index virtual_accounts_shown on virtual_accounts (merchant_id, environment, created_at desc, id desc)
  where status in ('active', 'closed', 'expired');
create index virtual_accounts_by_status on virtual_accounts (merchant_id, environment, status, created_at desc, id desc)
  where status in ('active', 'closed', 'expired');

drop index collections_by_merchant;
create index collections_shown on collections (merchant_id, environment, created_at desc, id desc)
  where status not in ('provisioning', 'failed');

drop index identity_checks_by_merchant;
create index identity_checks_shown on identity_checks (merchant_id, environment, created_at desc, id desc)
  where status in ('succeeded', 'failed');
