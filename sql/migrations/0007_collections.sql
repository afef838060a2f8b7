-- How money comes in: virtual accounts, the collections that expect money, and the credits that arrive.

create table virtual_accounts (
  id bigint generated always as identity primary key,
  reference text not null constraint virtual_account_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint virtual_account_environment_is_known check (environment in ('test', 'live')),
  payment_link_id bigint references payment_links,
  status text not null default 'provisioning'
    constraint virtual_account_status_is_known check (
      status in ('provisioning', 'failed', 'active', 'closed', 'expired')
    ),
  customer_name text,
  customer_email text not null,
  amount bigint not null constraint virtual_account_amount_is_positive check (amount > 0),
  currency text not null,
  is_one_time boolean not null default false,
  expires_in_minutes integer not null
    constraint virtual_account_expiry_is_bounded check (expires_in_minutes between 1 and 10080),
  expires_at timestamptz not null,
  provisioned_through text,
  provider_account text,
  bank_code text,
  bank_name text,
  account_number text,
  account_name text,
  merchant_reference text,
  metadata json,
  next_poll_at timestamptz,
  polls integer not null default 0,
  poll_failures integer not null default 0,
  poll_page text,
  poll_pages integer not null default 0,
  purge_at timestamptz,
  trace_id uuid,
  created_at timestamptz not null default now(),
  inserted_at timestamptz not null default now(),
  constraint provisioned_virtual_account_has_its_numbers check (
    status in ('provisioning', 'failed')
    or (bank_code is not null and bank_name is not null and account_number is not null and account_name is not null)
  )
) with (autovacuum_vacuum_scale_factor = 0.02);

comment on table virtual_accounts is
  'A bank account that a gateway provisions for one payment flow. The ingress inserts it as provisioning with its '
  'job; a worker makes it active and opens its collection. The API shows active, closed (paid) and expired accounts '
  'only.';
comment on column virtual_accounts.payment_link_id is
  'The link whose payer pays here. Null: the merchant requested the account.';
comment on column virtual_accounts.is_one_time is 'Whether the gateway''s account takes one payment only.';
comment on column virtual_accounts.provisioned_through is 'The gateway that holds the account. Null: the sandbox.';
comment on column virtual_accounts.provider_account is
  'The gateway''s name for the account. Null: it cannot be polled.';
comment on column virtual_accounts.next_poll_at is 'When the gateway is next polled about incoming money.';
comment on column virtual_accounts.poll_page is 'How far a long answer has been read.';
comment on column virtual_accounts.purge_at is
  'When the account and its collections are deleted unless money came, in real time. Null: never. Set for accounts '
  'that payers or tests request (request_virtual_account).';
comment on column virtual_accounts.inserted_at is 'Real time; retention counts from it.';

-- A request that failed left nothing behind: its reference is free for another.
create unique index virtual_accounts_by_merchant_reference
  on virtual_accounts (merchant_id, environment, merchant_reference)
  where merchant_reference is not null and status <> 'failed';
create unique index virtual_account_number_is_active_once on virtual_accounts (environment, bank_code, account_number)
  where status = 'active';
-- Finds accounts that have expired only by a test clock.
create index virtual_accounts_to_expire_by_clock on virtual_accounts (merchant_id, expires_at)
  where environment = 'test' and status = 'active';
create index open_virtual_accounts_of_payment_links on virtual_accounts (merchant_id, environment, payment_link_id)
  where payment_link_id is not null and status in ('provisioning', 'active');
create index virtual_accounts_failed on virtual_accounts (inserted_at) where status = 'failed';
create index virtual_accounts_by_number on virtual_accounts (merchant_id, environment, account_number, id desc)
  where account_number is not null;
create index virtual_accounts_due on virtual_accounts (environment, expires_at) where status = 'active';
create index active_virtual_accounts_of_payment_links on virtual_accounts (payment_link_id, id)
  where status = 'active' and payment_link_id is not null;
create index virtual_accounts_shown on virtual_accounts (merchant_id, environment, created_at desc, id desc)
  where status in ('active', 'closed', 'expired');
create index virtual_accounts_by_status
  on virtual_accounts (merchant_id, environment, status, created_at desc, id desc)
  where status in ('active', 'closed', 'expired');
create index virtual_accounts_to_purge on virtual_accounts (purge_at) where purge_at is not null;
create index virtual_accounts_provisioned_by_merchant on virtual_accounts (environment, merchant_id, id)
  where status = 'provisioning';
-- Gateways, merchants' own and payers' accounts, and merchants are served round robin (due_account_polls).
create index virtual_accounts_to_poll_in_turn
  on virtual_accounts (provisioned_through, (payment_link_id is not null), hashint8(merchant_id), next_poll_at)
  where next_poll_at is not null;

create table collections (
  id bigint generated always as identity primary key,
  reference text not null constraint collection_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint collection_environment_is_known check (environment in ('test', 'live')),
  virtual_account_id bigint references virtual_accounts,
  payment_link_id bigint references payment_links,
  status text not null default 'awaiting_payment'
    constraint collection_status_is_known check (
      status in ('provisioning', 'awaiting_payment', 'confirming', 'underpaid', 'succeeded', 'expired', 'failed')
    ),
  amount bigint not null constraint collection_amount_is_positive check (amount > 0),
  currency text not null,
  amount_received bigint not null default 0
    constraint collection_amount_received_is_not_negative check (amount_received >= 0),
  amount_refunded bigint not null default 0
    constraint collection_amount_refunded_is_not_negative check (amount_refunded >= 0),
  fee bigint not null default 0 constraint collection_fee_is_not_negative check (fee >= 0),
  late boolean not null default false,
  unmatched_count bigint not null default 0,
  unmatched_amount bigint not null default 0,
  releasing_credit_id bigint,
  unmatched_credit_id bigint,
  customer_email text,
  payer json,
  chain text constraint collection_chain_is_known check (chain in ('ethereum', 'polygon', 'bsc', 'tron')),
  token text constraint collection_token_is_known check (token in ('USDT', 'USDC')),
  takes_any_chain boolean not null default false,
  takes_any_token boolean not null default false,
  address text,
  merchant_reference text,
  metadata json,
  trace_id uuid,
  created_at timestamptz not null default now(),
  inserted_at timestamptz not null default now(),
  expires_at timestamptz,
  settled_at timestamptz,
  constraint settled_collection_has_a_time check ((status = 'succeeded') = (settled_at is not null)),
  constraint an_underpaid_collection_has_received check (status <> 'underpaid' or amount_received > 0),
  constraint nothing_reaches_an_unopened_collection check (
    status not in ('provisioning', 'failed') or amount_received = 0
  ),
  constraint refunds_are_within_what_was_received check (amount_refunded <= amount_received),
  constraint collection_is_paid_in_one_way check (
    (virtual_account_id is not null and expires_at is not null and chain is null and token is null and address is null)
    or (virtual_account_id is null and expires_at is null and chain is not null and token is not null)
    or (unmatched_credit_id is not null and num_nonnulls(virtual_account_id, expires_at, chain, token, address) = 0)
  ),
  constraint provisioned_crypto_collection_has_an_address check (
    virtual_account_id is not null
    or address is not null
    or unmatched_credit_id is not null
    or status in ('provisioning', 'failed')
  )
) with (autovacuum_vacuum_scale_factor = 0.02);

comment on table collections is
  'An amount that a merchant expects, on a virtual account or a crypto address. The worker that activates a virtual '
  'account opens its collection. Crypto collections are provisioning, which the API does not show, until a worker '
  'has an address; they expect US cents and never expire. settle_credit() settles collections, '
  'expire_virtual_account() expires them.';
comment on column collections.amount_refunded is
  'The amounts of its refunds, but for those that failed, were canceled or reversed: count_refund() keeps it.';
comment on column collections.unmatched_count is
  'Its credits in suspense that have an unmatched_reason. Their amount is in minor units of the collection''s '
  'currency and leaves out other currencies; the count does not. count_unmatched_credits() keeps both.';
comment on column collections.releasing_credit_id is
  'The credit that completed the collection, while its part payments are still being released in steps; of one that '
  'expired its first, while the merchant is told of them.';
comment on column collections.unmatched_credit_id is
  'The unmatched credit that completed it because the merchant accepted it (accept_credit); of a collection without '
  'account and address all that was ever paid.';
comment on column collections.takes_any_chain is 'The request named no chain, so every chain is accepted.';
comment on column collections.takes_any_token is 'The request named no token, so every token is accepted.';
comment on column collections.inserted_at is 'Real time; retention counts from it.';
comment on column collections.expires_at is
  'The virtual account''s expiry at the time. The account may become active again for a further collection.';

create unique index collections_by_merchant_reference
  on collections (merchant_id, environment, merchant_reference)
  where merchant_reference is not null and status <> 'failed';
create index collections_by_status on collections (merchant_id, environment, status, created_at desc, id desc);
create index collections_by_virtual_account on collections (virtual_account_id);
create index collections_failed on collections (inserted_at) where status = 'failed';
create index collections_shown on collections (merchant_id, environment, created_at desc, id desc)
  where status not in ('provisioning', 'failed');
create index test_crypto_collections_unpaid on collections (inserted_at)
  where environment = 'test' and virtual_account_id is null and status = 'awaiting_payment' and amount_received = 0;
create index collections_provisioned_by_merchant on collections (environment, merchant_id, id)
  where status = 'provisioning';
create index collections_releasing on collections (environment, settled_at, id) where releasing_credit_id is not null;
create index collections_of_payment_links on collections (payment_link_id, status, created_at desc, id desc)
  where payment_link_id is not null and status not in ('provisioning', 'failed');

create table credits (
  id bigint generated always as identity primary key,
  reference text not null constraint credit_reference_is_unique unique,
  merchant_id bigint references merchants,
  environment text not null constraint credit_environment_is_known check (environment in ('test', 'live')),
  collection_id bigint references collections,
  provider_reference text not null,
  received_through text,
  recipient text,
  amount bigint not null constraint credit_amount_is_positive check (amount > 0),
  currency text not null,
  payer json,
  status text not null default 'received'
    constraint credit_status_is_known check (
      status in ('confirming', 'received', 'settled', 'suspended', 'returning', 'refunded')
    ),
  unmatched_reason text
    constraint credit_unmatched_reason_is_known check (
      unmatched_reason in ('late', 'wrong_amount', 'link_paid', 'closed')
    ),
  is_counted boolean not null default true,
  settle_after timestamptz not null default '-infinity',
  settle_failures integer not null default 0,
  trace_id uuid,
  paid_at timestamptz,
  received_at timestamptz not null default now(),
  constraint credit_is_recorded_once unique (environment, provider_reference),
  constraint credit_without_a_merchant_has_no_collection check ((merchant_id is null) = (collection_id is null))
) with (autovacuum_vacuum_scale_factor = 0.02);

comment on table credits is
  'Money that a gateway reports as received. record_credit() writes it once per provider transaction, however often '
  'it is reported: as confirming while it is not final (nothing is booked), else as received. A worker settles it '
  'against its collection or books it in suspense; an operator then releases it (settled) or has it sent back '
  '(refunded).';
comment on column credits.collection_id is 'Null, like merchant_id: the recipient is not one of ours.';
comment on column credits.received_through is 'The gateway. Null: http or the sandbox.';
comment on column credits.recipient is
  'What the provider said it was for: the reference of a virtual account or crypto collection.';
comment on column credits.unmatched_reason is
  'Why it waits in suspense for its merchant. Null while a top-up can still complete its collection. settle_credit() '
  'writes it once, or release_part_payments() when that time is over.';
comment on column credits.is_counted is
  'Whether a credit in suspense is part of what its collection has received, and is released with it.';
comment on column credits.settle_after is
  'When a credit that could not be booked is tried again, after the merchant''s untried ones.';
comment on column credits.paid_at is
  'When the payer paid, as the provider reports it; null if it does not. Money for a permanent account goes to the '
  'collection that was open then (find_paid_collection).';

create index credits_suspended on credits (merchant_id, environment, id desc) where status = 'suspended';
create index unmatched_credits_by_status on credits (merchant_id, environment, status, received_at desc, id desc)
  where unmatched_reason is not null;
-- The newest unmatched credit says why a collection matches nothing.
create index credits_unmatched on credits (collection_id, received_at desc, id desc)
  where status = 'suspended' and unmatched_reason is not null;
-- The earlier credits of a collection, which are booked first.
create index credits_received_by_collection on credits (collection_id, received_at, id) where status = 'received';
create index credits_to_settle on credits (environment, coalesce(merchant_id, 0), settle_after, id)
  where status = 'received';
create index credits_suspended_by_collection on credits (collection_id, id) where status = 'suspended';
create index credits_by_collection on credits (collection_id, received_at desc, id desc);
-- A day's reconciliation reads only its own credits.
create index live_credits_by_time_received on credits (received_at) where environment = 'live';

alter table collections add constraint collections_releasing_credit_id_fkey
  foreign key (releasing_credit_id) references credits;
alter table collections add constraint collections_unmatched_credit_id_fkey
  foreign key (unmatched_credit_id) references credits;
create unique index collection_of_an_unmatched_credit_is_one on collections (unmatched_credit_id)
  where unmatched_credit_id is not null;

create table credit_discrepancies (
  id bigint generated always as identity primary key,
  credit_id bigint not null references credits,
  recipient text not null,
  amount bigint not null,
  currency text not null,
  times_reported bigint not null default 1,
  first_reported_at timestamptz not null default now(),
  last_reported_at timestamptz not null default now(),
  constraint credit_discrepancy_is_kept_once unique (credit_id, recipient, amount, currency)
);

comment on table credit_discrepancies is
  'What a provider reported about a transaction that contradicts its first report, each contradiction once and at '
  'most twenty for each transaction. Nothing of it is booked. record_credit() writes it; operators read it; kept '
  'for ever.';

create index credit_discrepancies_by_time on credit_discrepancies (last_reported_at desc);

create table credit_notices (
  id bigint generated always as identity primary key,
  gateway text not null references gateways,
  transaction text not null,
  kind text not null default 'payment'
    constraint credit_notice_kind_is_known check (kind in ('payment', 'refund', 'dispute')),
  case_id text not null default '',
  recipient text not null,
  merchant_id bigint references merchants,
  status text not null default 'pending'
    constraint credit_notice_status_is_known check (
      status in ('pending', 'recorded', 'refused', 'elsewhere', 'discrepancy', 'abandoned')
    ),
  polls integer not null default 0,
  next_poll_at timestamptz default now(),
  trace_id uuid,
  received_at timestamptz not null default now(),
  constraint credit_notice_is_kept_once unique (gateway, transaction, kind, case_id),
  constraint pending_credit_notice_is_polled check ((status = 'pending') = (next_poll_at is not null))
);

comment on table credit_notices is
  'A transaction that a provider named in a notice or a list. It moves no money: a worker polls the provider about '
  'it and books the answer.';
comment on column credit_notices.kind is
  'What it is about: the payment itself, or a refund or dispute of it, which opens a difference for operators.';
comment on column credit_notices.case_id is
  'The provider''s id of the refund or dispute. Empty: it names none, and is asked about all of the transaction.';
comment on column credit_notices.merchant_id is 'Null: no account has the reference that the provider named.';

create index credit_notices_to_purge on credit_notices (received_at) where next_poll_at is null;
create index credit_notices_of_nobody on credit_notices (id) where merchant_id is null;
-- Merchants are served round robin (due_credit_notices).
create index credit_notices_to_poll_in_turn on credit_notices (hashint8(coalesce(merchant_id, 0)), next_poll_at)
  where next_poll_at is not null;
