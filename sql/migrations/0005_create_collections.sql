-- How money comes in: virtual accounts, the collections that expect money, and the credits that arrive.

-- A virtual account is a bank account that the gateway provisions for one payment flow. The ingress inserts it as
-- 'provisioning' with its job; a worker makes it 'active' and opens its collection. The API never shows
-- 'provisioning' and 'failed'; it shows active, closed (paid) and expired accounts.
create table virtual_accounts (
  id bigint generated always as identity primary key,
  reference text not null constraint virtual_account_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint virtual_account_environment_is_known check (environment in ('test', 'live')),
  status text not null default 'provisioning'
    constraint virtual_account_status_is_known
    check (status in ('provisioning', 'failed', 'active', 'closed', 'expired')),
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
  customer_name text,
  -- The link whose payer pays here; null if the merchant requested the account, or opened a further collection on
  -- it.
  payment_link_id bigint references payment_links,
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
-- Finds accounts whose time is over by a test clock only.
create index virtual_accounts_to_expire_by_clock on virtual_accounts (merchant_id, expires_at)
  where environment = 'test' and status = 'active';
create index virtual_accounts_of_payment_links on virtual_accounts (payment_link_id)
  where status = 'active' and payment_link_id is not null;

-- A collection is an amount that a merchant expects, on a virtual account or on a crypto address.
--
-- The worker that activates a virtual account opens its collection. Crypto collections are requested by themselves
-- and are 'provisioning', which the API does not show, until a worker has an address; they expect US cents and do
-- not expire. settle_credit() settles collections, expire_virtual_account() expires them.
create table collections (
  id bigint generated always as identity primary key,
  reference text not null constraint collection_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint collection_environment_is_known check (environment in ('test', 'live')),
  virtual_account_id bigint references virtual_accounts,
  status text not null default 'awaiting_payment' constraint collection_status_is_known check (
    status in ('provisioning', 'awaiting_payment', 'confirming', 'underpaid', 'succeeded', 'expired', 'failed')
  ),
  amount bigint not null constraint collection_amount_is_positive check (amount > 0),
  currency text not null,
  amount_received bigint not null default 0
    constraint collection_amount_received_is_not_negative check (amount_received >= 0),
  fee bigint not null default 0 constraint collection_fee_is_not_negative check (fee >= 0),
  late boolean not null default false,
  payer json,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  payment_link_id bigint references payment_links,
  -- The account's at the time; the account itself may be made active again for a further collection.
  expires_at timestamptz,
  chain text constraint collection_chain_is_known check (chain in ('ethereum', 'polygon', 'bsc', 'tron')),
  token text constraint collection_token_is_known check (token in ('USDT', 'USDC')),
  address text,
  customer_email text,
  constraint settled_collection_has_a_time check ((status = 'succeeded') = (settled_at is not null)),
  constraint collection_is_paid_in_one_way check (
    (virtual_account_id is not null and expires_at is not null and chain is null and token is null and address is null)
    or (virtual_account_id is null and expires_at is null and chain is not null and token is not null)
  ),
  constraint provisioned_crypto_collection_has_an_address check (
    virtual_account_id is not null or address is not null or status in ('provisioning', 'failed')
  )
);

create index collections_by_merchant on collections (merchant_id, environment, created_at desc, id desc);
create index collections_by_status on collections (merchant_id, environment, status, created_at desc, id desc);
create index collections_by_virtual_account on collections (virtual_account_id);
create index collections_by_payment_link on collections (payment_link_id) where payment_link_id is not null;
create index collections_being_provisioned on collections (created_at) where status = 'provisioning';

-- A credit is money that a gateway reports as received.
--
-- record_credit() writes it once per transaction of the provider, however often that is reported: as 'confirming'
-- while it is not final (nothing is booked), else as 'received'. A worker settles it against its collection, or
-- books it in suspense if it fits none; an operator then releases it ('settled') or has it sent back ('refunded').
create table credits (
  id bigint generated always as identity primary key,
  reference text not null constraint credit_reference_is_unique unique,
  merchant_id bigint references merchants,
  environment text not null constraint credit_environment_is_known check (environment in ('test', 'live')),
  collection_id bigint references collections,
  provider_reference text not null,
  amount bigint not null constraint credit_amount_is_positive check (amount > 0),
  currency text not null,
  payer json,
  status text not null default 'received' constraint credit_status_is_known check (
    status in ('confirming', 'received', 'settled', 'suspended', 'refunded')
  ),
  received_at timestamptz not null default now(),
  -- What the provider said it was for: the reference of a virtual account or of a crypto collection.
  recipient text,
  constraint credit_is_recorded_once unique (environment, provider_reference),
  -- Neither is known if the recipient is not one of ours.
  constraint credit_without_a_merchant_has_no_collection check ((merchant_id is null) = (collection_id is null))
);

create index credits_to_settle on credits (received_at) where status = 'received';
create index credits_by_collection on credits (collection_id);
