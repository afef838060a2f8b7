-- Collections that are paid in crypto have no virtual account but an address on a chain, which a worker provisions: until then
-- they are 'provisioning', which the API does not show. What they expect is in US cents, and they do not expire.
--
-- Other collections have a time of their own, since their account may be made active again for the next one.

alter table collections add column expires_at timestamptz;
update collections c set expires_at = v.expires_at from virtual_accounts v where v.id = c.virtual_account_id;

alter table collections
  alter column virtual_account_id drop not null,
  add column chain text constraint collection_chain_is_known check (chain in ('ethereum', 'polygon', 'bsc', 'tron')),
  add column token text constraint collection_token_is_known check (token in ('USDT', 'USDC')),
  add column address text,
  add column customer_email text,
  drop constraint collection_status_is_known,
  add constraint collection_status_is_known check (
    status in ('provisioning', 'awaiting_payment', 'confirming', 'underpaid', 'succeeded', 'expired', 'failed')
  ),
  add constraint collection_is_paid_in_one_way check (
    (virtual_account_id is not null and expires_at is not null and chain is null and token is null and address is null)
    or (virtual_account_id is null and expires_at is null and chain is not null and token is not null)
  ),
  add constraint provisioned_crypto_collection_has_an_address check (
    virtual_account_id is not null or address is not null or status in ('provisioning', 'failed')
  );

create index collections_being_provisioned on collections (created_at) where status = 'provisioning';
