-- Adds a payment link with an unguessable slug (128 bits) and returns its public JSON. Amounts are in kobo; the table's
-- constraints define which of them go together. Raises a unique violation if another link has
-- p_merchant_reference.
create or replace function create_payment_link(
  p_merchant_id bigint, p_environment text, p_title text, p_amount_type text, p_amount bigint, p_min_amount bigint,
  p_max_amount bigint, p_link_type text, p_customer_name text, p_customer_email text, p_success_redirect_url text,
  p_merchant_reference text default null, p_metadata json default null
) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link payment_links;
  present constant timestamptz := business_now(p_merchant_id, p_environment);
  entropy constant bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  new_slug constant text := left(encode(sha256(entropy), 'hex'), 32);
begin
  insert into payment_links (
    merchant_id, environment, slug, title, amount_type, amount, min_amount, max_amount, link_type, customer_name,
    customer_email, success_redirect_url, merchant_reference, metadata, created_at, updated_at
  ) values (
    p_merchant_id, p_environment, new_slug, p_title, p_amount_type, p_amount, p_min_amount, p_max_amount, p_link_type,
    p_customer_name, p_customer_email, p_success_redirect_url, p_merchant_reference, p_metadata, present, present
  )
  returning * into link;
  return payment_link_json(link);
end
$$;
