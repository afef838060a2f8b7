-- Sets the most that a merchant (p_merchant, a reference) or each merchant of a tier (p_tier) may pay out in an
-- environment, for an operator, in place of earlier limits: in one payout, in a day in Lagos, in a day to one account
-- (in kobo), and in how many payouts to one account. Null: no such limit; all null: none at all. A merchant's own limit
-- replaces its tier's. It applies to payouts accepted once this has committed; payouts accepted earlier that day count.
-- Returns the current limits. Raises PB008 unless it is one merchant or one tier that exists, if a limit is 0, and if
-- there is none to remove. Locks the merchant, or the tier.
create or replace function set_payout_limits(
  p_environment text, p_merchant text, p_tier text, p_payout_max bigint, p_day_max bigint, p_account_day_max bigint,
  p_account_day_payouts bigint, p_acting acting
) returns table (
  environment text, limited text, payout_max bigint, day_max bigint, account_day_max bigint, account_day_payouts bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named_id bigint;
  name text;
  before jsonb;
  present constant jsonb := nullif(jsonb_strip_nulls(jsonb_build_object(
    'payoutMax', p_payout_max, 'dayMax', p_day_max, 'accountDayMax', p_account_day_max,
    'accountDayPayouts', p_account_day_payouts
  )), '{}');
begin
  if (p_merchant is null) = (p_tier is null) then
    raise exception 'give either --merchant or --tier' using errcode = 'PB008';
  end if;
  if least(p_payout_max, p_day_max, p_account_day_max, p_account_day_payouts) < 1 then
    raise exception 'a limit must be 1 or more: npm run ops -- freeze-payouts stops payouts' using errcode = 'PB008';
  end if;
  if p_merchant is not null then
    named_id := merchant_named(p_merchant);
    name := p_merchant;
    perform from merchants m where m.id = named_id for no key update;
  else
    select t.name into name from merchant_tiers t where t.name = p_tier for no key update;
    if name is null then
      raise exception 'there is no tier %', p_tier using errcode = 'PB008';
    end if;
  end if;

  delete from payout_limits l
  where l.environment = p_environment
    and l.merchant_id is not distinct from named_id and l.tier is not distinct from p_tier
  returning jsonb_strip_nulls(jsonb_build_object(
    'payoutMax', l.payout_max, 'dayMax', l.day_max, 'accountDayMax', l.account_day_max,
    'accountDayPayouts', l.account_day_payouts
  )) into before;
  if before is null and present is null then
    raise exception '% has no limits in % to remove: give at least one', name, p_environment using errcode = 'PB008';
  end if;
  if present is not null then
    insert into payout_limits (
      environment, merchant_id, tier, payout_max, day_max, account_day_max, account_day_payouts, set_at
    )
    values (
      p_environment, named_id, p_tier, p_payout_max, p_day_max, p_account_day_max, p_account_day_payouts, now()
    );
  end if;
  perform log_action(
    named_id, p_environment, 'payout limits set', coalesce(p_merchant, 'tier ' || p_tier), before, present, p_acting
  );
  return query
  select p_environment, name, p_payout_max, p_day_max, p_account_day_max, p_account_day_payouts;
end
$$;
