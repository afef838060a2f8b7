-- Records live money that the provider behind LIVE_GATEWAYS=http has reported on its own: record_credit() documents the
-- parameters and outcomes. It is the only one that the ingress may call: for an account at another gateway it only
-- returns 'elsewhere', since workers poll for that money (finish_credit_notice).
create or replace function record_http_credit(
  p_recipient text, p_provider_reference text, p_amount bigint, p_currency text, p_payer json, p_confirmed boolean,
  p_paid_at timestamptz, p_trace_id uuid default null, out outcome text, out credit_id bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select r.outcome, r.credit_id into outcome, credit_id
  from record_credit(
    'live', p_recipient, p_provider_reference, p_amount, p_currency, p_payer, p_confirmed, p_paid_at => p_paid_at,
    p_trace_id => p_trace_id
  ) r;
end
$$;
