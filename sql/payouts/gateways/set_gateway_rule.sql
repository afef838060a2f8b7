-- Sets which live gateways payouts prefer, or where accounts are opened, for an operator, in place of an earlier rule
-- for the same: of a merchant (a reference) or all, to a bank (a code) or any, of p_amount_from kobo and more.
-- p_gateways: one, or several, of which the best is taken; null removes the rule. It applies to payouts claimed once
-- this has committed. Returns the rule; no gateways if it was removed. Raises PB008 if there is no such merchant, bank
-- or gateway, if a rule for accounts names a bank, if there are a thousand rules, and if there is no rule to remove.
create or replace function set_gateway_rule(
  p_operation text, p_merchant text, p_bank text, p_amount_from bigint, p_gateways text[], p_acting acting
) returns table (operation text, merchant text, bank text, amount_from bigint, gateways text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 1000;
  named_id bigint;
  name text;
  before text[];
begin
  if p_operation not in ('payout', 'account') then
    raise exception '--operation must be payout or account' using errcode = 'PB008';
  end if;
  if p_bank is not null and p_operation = 'account' then
    raise exception '--bank is for --operation payout only' using errcode = 'PB008';
  end if;
  if p_amount_from < 0 then
    raise exception '--from must be 0 kobo or more' using errcode = 'PB008';
  end if;
  if cardinality(p_gateways) not between 1 and 10 then
    raise exception '--gateways takes one to ten names' using errcode = 'PB008';
  end if;
  perform refuse_unknown_gateway(g) from unnest(p_gateways) g;
  if p_merchant is not null then
    named_id := merchant_named(p_merchant);
  end if;
  if p_bank is not null and not exists (select from banks b where b.code = p_bank) then
    raise exception 'no bank has the code %: GET /v1/banks lists them', p_bank using errcode = 'PB008';
  end if;
  name := concat_ws(' ', p_operation, p_merchant, 'bank ' || p_bank, 'from ' || nullif(p_amount_from, 0));

  -- One after the other, so that each sees the last one's rule.
  perform pg_advisory_xact_lock(hashtext('gateway_rules'));
  delete from gateway_rules r
  where r.operation = p_operation and r.merchant_id is not distinct from named_id
    and r.bank_code is not distinct from p_bank and r.amount_from = p_amount_from
  returning r.gateways into before;
  if p_gateways is null and before is null then
    raise exception 'there is no rule for % to remove: --gateways adds one', name using errcode = 'PB008';
  end if;
  if p_gateways is not null then
    if (select count(*) from gateway_rules) >= most then
      raise exception 'there are already % rules: remove one first', most using errcode = 'PB008';
    end if;
    insert into gateway_rules (operation, merchant_id, bank_code, amount_from, gateways)
    values (p_operation, named_id, p_bank, p_amount_from, p_gateways);
  end if;
  -- Of no merchant, even if it names one: merchants don't see which gateway is used.
  perform log_action(
    null, 'live', 'gateway rule set', name,
    case when before is not null then jsonb_build_object('gateways', before) end,
    case when p_gateways is not null then jsonb_build_object('gateways', p_gateways) end, p_acting
  );
  return query select p_operation, p_merchant, p_bank, p_amount_from, array_to_string(p_gateways, ',');
end
$$;
