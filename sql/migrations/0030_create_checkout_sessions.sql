-- A checkout session is one payer on a payment link's page: the account and the collection that were made for them.
--
-- The payer's browser makes the token that it shows with every question, and start_checkout_session() keeps its SHA-256:
-- a request that is sent again finds its session, and nobody else's browser sees what this payer is to pay.

create table checkout_sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint checkout_session_token_is_unique unique,
  payment_link_id bigint not null references payment_links,
  virtual_account_id bigint constraint checkout_session_has_its_own_account unique references virtual_accounts,
  created_at timestamptz not null default now()
);

-- What a link that was paid has left to expire.
create index virtual_accounts_of_payment_links on virtual_accounts (payment_link_id)
  where status = 'active' and payment_link_id is not null;
