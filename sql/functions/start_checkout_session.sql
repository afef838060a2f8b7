-- start_payment_link_attempt(slug, email, name, amount) asks for a virtual account on which one payer pays a payment link.
-- amount, in kobo, is the payer's for an open link and ignored for a fixed one; email and name give way to those that the
-- link prefills. The account lives for 30 minutes, the checkout's transfer window.
--
-- Returns outcome 'started' with the id of the account, which a worker mints; 'not_found', 'not_open' (disabled or paid),
-- 'email_needed', 'amount_needed' or 'amount_out_of_range'.
create or replace function start_payment_link_attempt(
  slug text, email text, name text, amount bigint, out outcome text, out virtual_account_id bigint
)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  link payment_links;
  payer_email text;
  due bigint;
begin
  select * into link from payment_links l where l.slug = start_payment_link_attempt.slug for share;
  payer_email := coalesce(link.customer_email, start_payment_link_attempt.email);
  due := case when link.amount_type = 'fixed' then link.amount else start_payment_link_attempt.amount end;
  outcome := case
    when link.id is null then 'not_found'
    when link.status <> 'active' then 'not_open'
    when payer_email is null then 'email_needed'
    when due is null then 'amount_needed'
    when due < link.min_amount or due > link.max_amount then 'amount_out_of_range'
    else 'started'
  end;
  if outcome <> 'started' then
    return;
  end if;
  virtual_account_id := request_virtual_account(
    link.merchant_id, link.environment, payer_email, due, 30,
    coalesce(link.customer_name, start_payment_link_attempt.name), link.id
  );
end
$$;
