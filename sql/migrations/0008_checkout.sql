create table checkout_sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint checkout_session_token_is_unique unique,
  payment_link_id bigint not null references payment_links,
  virtual_account_id bigint constraint checkout_session_has_its_own_account unique references virtual_accounts,
  network bytea,
  wide_network bytea,
  created_at timestamptz not null default now(),
  shown_at timestamptz,
  purge_at timestamptz default (now() + '7 days')
);

comment on table checkout_sessions is
  'One payer on a payment link''s page, with the account and collection made for them. A repeated request finds its '
  'session, and no other browser sees what this payer has to pay.';
comment on column checkout_sessions.token_hash is
  'SHA-256 of a token that the payer''s browser makes and sends with every request.';
comment on column checkout_sessions.network is
  'Keyed hash of the payer''s IP address (for IPv6 its /56), to limit open sessions. Null: unknown.';
comment on column checkout_sessions.wide_network is 'Keyed hash of the /48 around an IPv6 address.';
comment on column checkout_sessions.shown_at is
  'When a page first came back for the account, so that its payer saw it. Null: not yet.';
comment on column checkout_sessions.purge_at is
  'When the session is checked, and deleted if nothing was paid. Null: something was paid, and it is kept.';

create index checkout_sessions_by_network on checkout_sessions (network, created_at) where network is not null;
create index checkout_sessions_by_wide_network on checkout_sessions (wide_network, created_at)
  where wide_network is not null;
create index checkout_sessions_to_purge on checkout_sessions (purge_at) where purge_at is not null;
