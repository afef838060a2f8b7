-- Pays what is still due to a test checkout session's account, as the payer's bank would. Returns the virtual account
-- and an outcome: 'not_found' (no such session, or a live link), 'already_settled' (also if the merchant has since used
-- the account for something else), or one of simulate_collection_success().
create or replace function simulate_checkout_transfer(
  p_slug text, p_token_hash bytea, p_trace_id uuid default null, out outcome text, out virtual_account_id bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
begin
  select v.* into account
  from checkout_sessions s
  join payment_links l on l.id = s.payment_link_id
  join virtual_accounts v on v.id = s.virtual_account_id
  where s.token_hash = p_token_hash and l.slug = p_slug
    and v.environment = 'test';
  virtual_account_id := account.id;
  outcome := case
    when account.id is null then 'not_found'
    when account.payment_link_id is null then 'already_settled'
    else (simulate_collection_success(
      account.merchant_id, account.reference, null, false, false, null, p_trace_id
    )).outcome
  end;
end
$$;
