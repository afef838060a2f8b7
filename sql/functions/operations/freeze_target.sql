-- Returns what a freeze of payouts is of, as an operator names it: p_scope 'merchant' with p_merchant (a reference),
-- 'bank' with p_bank (a code), or 'all' with neither. Raises PB008 if it is not so, or there is no such merchant or
-- bank.
create or replace function freeze_target(
  p_scope text, p_merchant text, p_bank text, out merchant_id bigint, out bank_code text, out name text
)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if (p_scope = 'merchant') <> (p_merchant is not null) or (p_scope = 'bank') <> (p_bank is not null) then
    raise exception 'scope=merchant goes with merchant=, scope=bank with bank=, and scope=all with neither'
      using errcode = 'PB008';
  end if;
  if p_merchant is not null then
    merchant_id := merchant_named(p_merchant);
  elsif p_bank is not null then
    select b.code into bank_code from banks b where b.code = p_bank;
    if bank_code is null then
      raise exception 'bank=% is no bank''s code: GET /v1/banks lists them', p_bank using errcode = 'PB008';
    end if;
  end if;
  name := freeze_name(p_merchant, p_bank);
end
$$;
