-- Requests a virtual account that expects p_amount kobo and expires in p_expires_in_minutes. It gets a job unless
-- enough of the merchant's wait before it: it then follows them (queue_next_jobs). Returns its row id. Raises PB007 if
-- the merchant may not collect, and a unique violation if another account or collection has p_merchant_reference.
create or replace function request_virtual_account(
  p_merchant_id bigint, p_environment text, p_customer_email text, p_amount bigint, p_expires_in_minutes integer,
  p_customer_name text default null, p_payment_link_id bigint default null, p_trace_id uuid default null,
  p_merchant_reference text default null, p_metadata json default null
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  present constant timestamptz := business_now(p_merchant_id, p_environment);
  account_id bigint;
begin
  perform require_collecting(p_merchant_id, p_environment);
  insert into virtual_accounts (
    reference, merchant_id, environment, customer_email, customer_name, payment_link_id, amount, currency,
    expires_in_minutes, created_at, expires_at, trace_id, merchant_reference, metadata, purge_at
  ) values (
    new_reference('va'), p_merchant_id, p_environment, p_customer_email, p_customer_name, p_payment_link_id, p_amount,
    'NGN', p_expires_in_minutes, present, present + make_interval(mins => p_expires_in_minutes),
    p_trace_id, p_merchant_reference, p_metadata,
    -- Unless money comes (purge_unpaid_accounts). What a merchant requested itself is its record, for ever.
    case
      when p_environment = 'test' then now() + interval '180 days'
      when p_payment_link_id is not null then now() + interval '1 year'
    end
  )
  returning id into account_id;
  -- Its collection will have it too (activate_virtual_account).
  if exists (
    select from collections c
    where (c.merchant_id, c.environment, c.merchant_reference) = (p_merchant_id, p_environment, p_merchant_reference)
      and c.status <> 'failed'
  ) then
    raise unique_violation using constraint = 'collections_by_merchant_reference';
  end if;
  perform queue_next_jobs('provision_virtual_account', array[p_merchant_id], p_environment, array[account_id]);
  return account_id;
end
$$;
