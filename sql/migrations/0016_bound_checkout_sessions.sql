-- Open checkout sessions are counted, per payer's network too, and a session knows whether its payer saw the account.

-- When a page first came back for the account. Sessions that exist tell their expiry, as they did before.
alter table checkout_sessions add column shown_at timestamptz default now();
alter table checkout_sessions alter column shown_at drop default;

-- Keyed hashes of the payer's IP address (of IPv6 the /56), and of the /48 around an IPv6 address. Null: not known.
alter table checkout_sessions add column network bytea;
alter table checkout_sessions add column wide_network bytea;
create index checkout_sessions_by_network on checkout_sessions (network, created_at) where network is not null;
create index checkout_sessions_by_wide_network on checkout_sessions (wide_network, created_at)
  where wide_network is not null;

create index open_virtual_accounts_of_payment_links on virtual_accounts (merchant_id, environment, payment_link_id)
  where payment_link_id is not null and status in ('provisioning', 'active');

-- It has further parameters now.
drop function if exists start_checkout_session(text, bytea, text, bigint);
