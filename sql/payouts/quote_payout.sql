-- Returns what a payout would cost and meet now, as the API shows it, and does nothing. p_request is a request as
-- accept_payouts() takes it; both decide by payout_terms() and payout_limits_left(). Without an account, default or
-- other, the quote leaves out what depends on it. outcome: 'quoted', or what accept_payouts() says of the account:
-- payout_account_not_found, payout_account_removed or bank_closed. Takes no lock. Raises PB005 as accept_payouts()
-- does.
create or replace function quote_payout(
  p_merchant_id bigint, p_environment text, p_request jsonb, out outcome text, out quote json
)
language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  requested constant payout_request := jsonb_populate_record(
    null::payout_request,
    p_request || jsonb_build_object('merchantId', p_merchant_id, 'environment', p_environment)
  );
  paid constant payout_destination := (payout_destinations(array[requested]))[1];
  request record;
begin
  select requested.amount, t.*, requested.amount + (t.charges).fee as total, live
  into request
  from payout_terms(
    'payout', p_merchant_id, p_environment, requested.amount, requested.purpose, paid.bank_code, paid.account_number
  ) t
  cross join charges_of('payout', 'live', requested.amount, requested.purpose, t.has_exemptions, now()) live;
  if request.account_id is null then
    raise exception 'merchant % has no % account', p_merchant_id, p_environment using errcode = 'PB005';
  end if;
  outcome := case
    when paid.refusal <> 'destination_required' then paid.refusal
    when paid.bank_code is not null and request.is_bank_open is not true then 'bank_closed'
    else 'quoted'
  end;
  if outcome <> 'quoted' then
    return;
  end if;
  quote := json_strip_nulls(json_build_object(
    'amount', money_json(request.amount, 'NGN'),
    'fee', money_json((request.charges).fee, 'NGN'),
    'fees', fees_json((request.charges).fee, (request.charges).vat, (request.charges).stamp_duty, 'NGN'),
    'total', money_json(request.total, 'NGN'),
    'live', case p_environment when 'test' then json_build_object(
      'fee', money_json((request.live).fee, 'NGN'),
      'fees', fees_json((request.live).fee, (request.live).vat, (request.live).stamp_duty, 'NGN'),
      'total', money_json(request.amount + (request.live).fee, 'NGN')
    ) end,
    'balance', json_build_object(
      'available', money_json(request.balance, 'NGN'), 'sufficient', request.total <= request.balance
    ),
    'limits', (
      select json_agg(json_build_object('limit', l.name, 'most', l.most, 'left', l.remaining, 'fits', l.fits))
      from (
        select 'payout' as name, money_json(request.payout_max, 'NGN') as most, null::json as remaining,
          request.amount <= request.payout_max as fits
        union all
        select * from payout_limits_left(request.limits, paid.bank_code || ' ' || paid.account_number, request.amount)
      ) l
    ),
    -- Never the enquired name itself: a payout that is refused for its name leaves an enquiry of any account.
    'accountName', case when paid.is_saved or paid.account_name = request.enquired_name then paid.account_name end,
    'frozen', request.is_frozen,
    'blocked', request.is_blocked
  ));
end
$$;
