-- create_payment_link(...) adds a payment link, whose slug nobody can guess (128 bits), and returns its public JSON.
-- Amounts are in kobo; the constraints of payment_links say which go together.
create or replace function create_payment_link(
  merchant_id bigint, environment text, title text, amount_type text, amount bigint, min_amount bigint,
  max_amount bigint, link_type text, customer_name text, customer_email text, success_redirect_url text
) returns json
language plpgsql set search_path = public, pg_temp as $$
declare
  link payment_links;
  present constant timestamptz := business_now(merchant_id, environment);
  slug constant text := left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32);
begin
  insert into payment_links (
    merchant_id, environment, slug, title, amount_type, amount, min_amount, max_amount, link_type, customer_name,
    customer_email, success_redirect_url, created_at, updated_at
  ) values (
    create_payment_link.merchant_id, create_payment_link.environment, slug,
    create_payment_link.title, create_payment_link.amount_type, create_payment_link.amount,
    create_payment_link.min_amount, create_payment_link.max_amount, create_payment_link.link_type,
    create_payment_link.customer_name, create_payment_link.customer_email, create_payment_link.success_redirect_url,
    present, present
  )
  returning * into link;
  return payment_link_json(link);
end
$$;
