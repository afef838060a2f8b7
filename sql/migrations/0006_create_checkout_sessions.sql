-- A checkout session is one payer on a payment link's page: the account and the collection that were made for them.
--
-- The payer's browser makes a token and sends it with every request; start_checkout_session() stores its SHA-256. A
-- repeated request finds its session, and no other browser sees what this payer has to pay.

create table checkout_sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint checkout_session_token_is_unique unique,
  payment_link_id bigint not null references payment_links,
  virtual_account_id bigint constraint checkout_session_has_its_own_account unique references virtual_accounts,
  created_at timestamptz not null default now()
);
