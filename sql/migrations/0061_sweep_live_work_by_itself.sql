-- Accounts that are due are found by environment: what is of test must not be read where live work is recovered.
create index virtual_accounts_due on virtual_accounts (environment, expires_at) where status = 'active';
drop index virtual_accounts_to_expire;

create index active_virtual_accounts_of_payment_links on virtual_accounts (environment, payment_link_id)
  where status = 'active' and payment_link_id is not null;
drop index virtual_accounts_of_payment_links;

-- They take the environment and the test clocks to look at.
drop function if exists reconcile();
drop function if exists expire_virtual_accounts(bigint);
drop function if exists due_virtual_accounts(bigint, integer);
drop function if exists endpoints_with_due_events();
drop function if exists waiting_rows(text, integer);
