-- Returns what the payer sees of their checkout session: nothing about who they are, and nothing else of the
-- merchant's. p_account is the session's virtual account; the payer doesn't see a collection that the merchant has
-- opened on it since.
--
-- status is the collection's, except: 'starting' until the account is provisioned, 'failed' if that failed, 'closed' if
-- somebody else paid the link, or it stopped accepting payments before there was an account, 'expired' once a part came
-- to an account that takes one payment: the rest would not be booked. isLinkOpen: whether another session may be
-- started. Compare expiresAt with now, not with the browser's clock. The ingress adds the reference to redirectUrl.
create or replace function checkout_session_json(p_session checkout_sessions, p_account virtual_accounts) returns json
language plpgsql stable set search_path = public, pg_temp as $$
declare
  link payment_links;
  collection collections;
  is_open boolean;
  expected bigint;
  received bigint;
begin
  select * into strict link from payment_links l where l.id = p_session.payment_link_id;
  select * into collection from collections c
  where c.virtual_account_id = p_account.id and c.payment_link_id = link.id;
  is_open := checkout_link_status(link) = 'active';
  expected := coalesce(collection.amount, p_account.amount);
  received := coalesce(collection.amount_received, 0);
  return json_strip_nulls(json_build_object(
    'status', case
      when p_account.status = 'provisioning' then 'starting'
      when p_account.status = 'failed' then case when is_open then 'failed' else 'closed' end
      when collection.status = 'expired' and link.status = 'paid' then 'closed'
      when collection.status = 'underpaid' and p_account.is_one_time then 'expired'
      when collection.status = 'confirming' then 'awaiting_payment'
      else collection.status
    end,
    'reference', collection.reference,
    'amount', money_json(expected, p_account.currency),
    'amountReceived', money_json(received, p_account.currency),
    'amountDue', money_json(greatest(0, expected - received), p_account.currency),
    'bankAccount', case when p_account.account_number is not null then json_build_object(
      'bankName', p_account.bank_name, 'accountNumber', p_account.account_number, 'accountName', p_account.account_name
    ) end,
    'now', iso_timestamp(business_now(p_account.merchant_id, p_account.environment)),
    'expiresAt', iso_timestamp(coalesce(collection.expires_at, p_account.expires_at)),
    'settledAt', iso_timestamp(collection.settled_at),
    'redirectUrl', case when collection.status = 'succeeded' then link.success_redirect_url end,
    'isLinkOpen', is_open
  ));
end
$$;
