-- simulate_checkout_transfer(slug, token_hash) plays the transfer of a payer who pressed the test checkout's button: what
-- is still due to the session's account. Returns outcome 'not_found' (no such session, or of a live link), 'already_settled'
-- also where the merchant has the account again for something else, or what simulate_collection_success() answers.
create or replace function simulate_checkout_transfer(
  slug text, token_hash bytea, out outcome text, out virtual_account_id bigint
)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  account virtual_accounts;
begin
  select v.* into account
  from checkout_sessions s
  join payment_links l on l.id = s.payment_link_id
  join virtual_accounts v on v.id = s.virtual_account_id
  where s.token_hash = simulate_checkout_transfer.token_hash and l.slug = simulate_checkout_transfer.slug
    and v.environment = 'test';
  if not found then
    outcome := 'not_found';
    return;
  end if;
  virtual_account_id := account.id;
  if account.payment_link_id is null then
    outcome := 'already_settled';
    return;
  end if;
  select p.outcome into outcome
  from simulate_collection_success(account.merchant_id, account.reference, null, false, false, null) p;
end
$$;
