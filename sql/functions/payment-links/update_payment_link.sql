-- update_payment_link(merchant_id, environment, slug, change) changes what change names of title, successRedirectUrl
-- (null: none any more) and status ('active' or 'disabled'). Returns outcome 'updated' with the link, 'already_paid' where
-- the status of a paid link was to change, or 'not_found'. Locks the link.
create or replace function update_payment_link(
  merchant_id bigint, environment text, slug text, change jsonb, out outcome text, out link json
)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  target payment_links;
begin
  select * into target from payment_links l
  where (l.merchant_id, l.environment, l.slug)
    = (update_payment_link.merchant_id, update_payment_link.environment, update_payment_link.slug)
  for no key update;
  outcome := case
    when target.id is null then 'not_found'
    when target.status = 'paid' and change ? 'status' then 'already_paid'
    else 'updated'
  end;
  if outcome <> 'updated' then
    return;
  end if;

  update payment_links l
  set title = coalesce(change ->> 'title', l.title),
    success_redirect_url = case
      when change ? 'successRedirectUrl' then change ->> 'successRedirectUrl' else l.success_redirect_url
    end,
    status = coalesce(change ->> 'status', l.status),
    updated_at = business_now(l.merchant_id, l.environment)
  where l.id = target.id
  returning * into target;
  link := payment_link_json(target);
end
$$;
