-- Disables a payment link of any merchant: nobody can open it until its merchant enables it again. Returns outcome
-- 'disabled' with the link, 'already_paid' or 'not_found'. An operator's action. Locks the link.
create or replace function disable_payment_link(p_slug text, p_acting acting, out outcome text, out link json)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target payment_links;
  result text;
begin
  select * into target from payment_links l where l.slug = p_slug for no key update;
  if not found then
    outcome := 'not_found';
    return;
  end if;
  select u.outcome, u.link into result, link
  from update_payment_link(target.merchant_id, target.environment, p_slug, '{"status": "disabled"}') u;
  if result <> 'updated' then
    outcome := result;
    return;
  end if;
  perform log_action(
    target.merchant_id, target.environment, 'link disable', p_slug, jsonb_build_object('status', target.status),
    jsonb_build_object('status', 'disabled'), p_acting
  );
  outcome := 'disabled';
end
$$;
