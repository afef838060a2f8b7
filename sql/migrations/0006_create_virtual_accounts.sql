-- A virtual account is a bank account provisioned at the gateway for one payment flow.
--
-- The ingress inserts it as 'provisioning' with its job; a worker makes it 'active' and opens its collection. 'provisioning'
-- and 'failed' are ours: the API shows active, closed (paid) and expired accounts only.

create table virtual_accounts (
  id bigint generated always as identity primary key,
  reference text not null constraint virtual_account_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint virtual_account_environment_is_known check (environment in ('test', 'live')),
  status text not null default 'provisioning'
    constraint virtual_account_status_is_known check (status in ('provisioning', 'failed', 'active', 'closed', 'expired')),
  customer_email text not null,
  amount bigint not null constraint virtual_account_amount_is_positive check (amount > 0),
  currency text not null,
  expires_in_minutes integer not null
    constraint virtual_account_expiry_is_bounded check (expires_in_minutes between 1 and 10080),
  bank_code text,
  bank_name text,
  account_number text,
  account_name text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint provisioned_virtual_account_has_its_numbers check (
    status in ('provisioning', 'failed')
    or (bank_code is not null and bank_name is not null and account_number is not null and account_name is not null)
  )
);

create index virtual_accounts_by_merchant on virtual_accounts (merchant_id, environment, created_at desc, id desc);
create index virtual_accounts_being_provisioned on virtual_accounts (created_at) where status = 'provisioning';
create index virtual_accounts_to_expire on virtual_accounts (expires_at) where status = 'active';
create unique index virtual_account_number_is_active_once
  on virtual_accounts (environment, bank_code, account_number) where status = 'active';
