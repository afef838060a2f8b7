-- Changes the members of a payment link in p_change: title, successRedirectUrl (null removes it), status ('active' or
-- 'disabled'). Returns outcome 'updated' with the link, 'already_paid' for a new status of a paid link,
-- 'approval_needed' if the merchant may not collect and does more than disable the link, or 'not_found'. Locks the
-- link.
create or replace function update_payment_link(
  p_merchant_id bigint, p_environment text, p_slug text, p_change jsonb, out outcome text, out link json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target payment_links;
begin
  select * into target from payment_links l
  where (l.merchant_id, l.environment, l.slug)
    = (p_merchant_id, p_environment, p_slug)
  for no key update;
  outcome := case
    when target.id is null then 'not_found'
    when p_change <> '{"status": "disabled"}' and not may_collect(p_merchant_id, p_environment) then 'approval_needed'
    when target.status = 'paid' and p_change ? 'status' then 'already_paid'
    else 'updated'
  end;
  if outcome <> 'updated' then
    return;
  end if;

  update payment_links l
  set title = coalesce(p_change ->> 'title', l.title),
    success_redirect_url = case
      when p_change ? 'successRedirectUrl' then p_change ->> 'successRedirectUrl' else l.success_redirect_url
    end,
    status = coalesce(p_change ->> 'status', l.status),
    updated_at = business_now(l.merchant_id, l.environment)
  where l.id = target.id
  returning * into target;
  link := payment_link_json(target);
end
$$;
