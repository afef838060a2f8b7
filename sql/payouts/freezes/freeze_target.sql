-- Returns the target of a payout freeze, as an operator names it: p_scope 'merchant' with p_merchant (a reference),
-- 'bank' with p_bank (a code), 'gateway' with p_gateway (as in LIVE_GATEWAYS), and with p_bank for that bank only, or
-- 'all' with none. Raises PB008 otherwise, or if there is no such merchant, bank or gateway.
create or replace function freeze_target(
  p_scope text, p_merchant text, p_bank text, p_gateway text,
  out merchant_id bigint, out bank_code text, out gateway text, out name text
)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if (p_scope = 'merchant') <> (p_merchant is not null) or (p_scope = 'gateway') <> (p_gateway is not null)
    or (p_scope = 'bank' and p_bank is null) or (p_scope not in ('bank', 'gateway') and p_bank is not null)
  then
    raise exception
      '--scope merchant needs --merchant, --scope bank needs --bank, --scope gateway needs --gateway and takes --bank, '
      'and --scope all takes none of them' using errcode = 'PB008';
  end if;
  if p_merchant is not null then
    merchant_id := merchant_named(p_merchant);
  elsif p_bank is not null then
    select b.code into bank_code from banks b where b.code = p_bank;
    if bank_code is null then
      raise exception 'no bank has the code %: GET /v1/banks lists them', p_bank using errcode = 'PB008';
    end if;
  end if;
  perform refuse_unknown_gateway(p_gateway);
  gateway := p_gateway;
  name := freeze_name(p_merchant, p_bank, p_gateway);
end
$$;
