create table payment_links (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants,
  environment text not null constraint payment_link_environment_is_known check (environment in ('test', 'live')),
  slug text not null constraint payment_link_slug_is_unique unique,
  title text not null,
  amount_type text not null constraint payment_link_amount_type_is_known check (amount_type in ('fixed', 'open')),
  amount bigint constraint payment_link_amount_is_positive check (amount > 0),
  min_amount bigint constraint payment_link_min_amount_is_positive check (min_amount > 0),
  max_amount bigint constraint payment_link_max_amount_is_positive check (max_amount > 0),
  currency text not null default 'NGN',
  link_type text not null constraint payment_link_type_is_known check (link_type in ('one_time', 'reusable')),
  customer_name text,
  customer_email text,
  success_redirect_url text,
  merchant_reference text,
  metadata json,
  status text not null default 'active'
    constraint payment_link_status_is_known check (status in ('active', 'paid', 'disabled')),
  has_open_accounts boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fixed_payment_link_has_an_amount check ((amount_type = 'fixed') = (amount is not null)),
  constraint fixed_payment_link_has_no_bounds check (
    amount_type = 'open'
    or (min_amount is null and max_amount is null)
  ),
  constraint payment_link_bounds_are_in_order check (min_amount <= max_amount),
  constraint only_one_time_payment_links_are_paid check (status <> 'paid' or link_type = 'one_time')
);

comment on table payment_links is
  'A hosted page on which payers pay a merchant: once (one_time) or repeatedly (reusable). Each payer who continues '
  'gets a virtual account and a collection. settle_credit() closes a one-time link in the transaction that settles '
  'one of them.';
comment on column payment_links.has_open_accounts is
  'It is paid, and more accounts of other payers are open than settle_collection() ends: the sweep ends the rest.';
comment on column payment_links.slug is 'Public and unguessable: whoever knows it may pay.';

create unique index payment_links_by_merchant_reference
  on payment_links (merchant_id, environment, merchant_reference) where merchant_reference is not null;
create index payment_links_by_merchant on payment_links (merchant_id, environment, created_at desc, id desc);
create index payment_links_with_open_accounts on payment_links (environment, id) where has_open_accounts;
create index payment_links_by_status on payment_links (merchant_id, environment, status, created_at desc, id desc);
