-- checkout_session_json(session, account) returns what the payer sees of their session, whose virtual account is given: no
-- word of who they are, and nothing of the merchant's other business. The account may be the merchant's again since, for a
-- further collection, which is no business of the payer's.
--
-- status follows the collection; 'starting' until there is one, 'failed' where the account could not be provisioned, 'closed'
-- where the link was paid by somebody else, or disabled before there was an account. now is the time by which it expires.
-- redirectUrl is the merchant's page, to which the ingress adds the reference.
create or replace function checkout_session_json(session checkout_sessions, account virtual_accounts) returns json
language plpgsql stable set search_path = public, pg_temp as $$
declare
  link payment_links;
  collection collections;
  expected bigint;
  received bigint;
begin
  select * into strict link from payment_links l where l.id = session.payment_link_id;
  select * into collection from collections c
  where c.virtual_account_id = account.id and c.payment_link_id = link.id;
  expected := coalesce(collection.amount, account.amount);
  received := coalesce(collection.amount_received, 0);
  return json_strip_nulls(json_build_object(
    'status', case
      when account.status = 'provisioning' then 'starting'
      when account.status = 'failed' then case when link.status = 'active' then 'failed' else 'closed' end
      when collection.status = 'expired' and link.status = 'paid' then 'closed'
      when collection.status = 'confirming' then 'awaiting_payment'
      else collection.status
    end,
    'reference', collection.reference,
    'amount', money_json(expected, account.currency),
    'amountReceived', money_json(received, account.currency),
    'amountDue', money_json(greatest(0, expected - received), account.currency),
    'bankAccount', case when account.account_number is not null then json_build_object(
      'bankName', account.bank_name, 'accountNumber', account.account_number, 'accountName', account.account_name
    ) end,
    'now', iso_timestamp(business_now(account.merchant_id, account.environment)),
    'expiresAt', iso_timestamp(coalesce(collection.expires_at, account.expires_at)),
    'settledAt', iso_timestamp(collection.settled_at),
    'redirectUrl', case when collection.status = 'succeeded' then link.success_redirect_url end
  ));
end
$$;
