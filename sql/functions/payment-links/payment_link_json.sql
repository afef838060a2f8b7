-- payment_link_json(link) returns the payment link as the API shows it, but for its url, which depends on where the
-- service is reached; absent members are left out.
--
-- Its body is bound when it is created, which pins its names, and is inlined where it is used.
create or replace function payment_link_json(link payment_links) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'slug', link.slug,
  'status', link.status,
  'title', link.title,
  'amountType', link.amount_type,
  'amount', case when link.amount is not null then money_json(link.amount, link.currency) end,
  'minAmount', case when link.min_amount is not null then money_json(link.min_amount, link.currency) end,
  'maxAmount', case when link.max_amount is not null then money_json(link.max_amount, link.currency) end,
  'linkType', link.link_type,
  'customer', case when coalesce(link.customer_name, link.customer_email) is not null then
    json_build_object('name', link.customer_name, 'email', link.customer_email)
  end,
  'successRedirectUrl', link.success_redirect_url,
  'environment', link.environment,
  'createdAt', iso_timestamp(link.created_at),
  'updatedAt', iso_timestamp(link.updated_at)
));
