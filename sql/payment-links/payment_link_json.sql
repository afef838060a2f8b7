-- Returns the payment link as the API shows it, without absent members and without its url, which the ingress adds.
create or replace function payment_link_json(p_link payment_links) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'slug', p_link.slug,
  'status', p_link.status,
  'title', p_link.title,
  'amountType', p_link.amount_type,
  'amount', case when p_link.amount is not null then money_json(p_link.amount, p_link.currency) end,
  'minAmount', case when p_link.min_amount is not null then money_json(p_link.min_amount, p_link.currency) end,
  'maxAmount', case when p_link.max_amount is not null then money_json(p_link.max_amount, p_link.currency) end,
  'linkType', p_link.link_type,
  'customer', case when coalesce(p_link.customer_name, p_link.customer_email) is not null then
    json_build_object('name', p_link.customer_name, 'email', p_link.customer_email)
  end,
  'successRedirectUrl', p_link.success_redirect_url,
  'merchantReference', p_link.merchant_reference,
  'metadata', p_link.metadata,
  'environment', p_link.environment,
  'createdAt', iso_timestamp(p_link.created_at),
  'updatedAt', iso_timestamp(p_link.updated_at)
));
