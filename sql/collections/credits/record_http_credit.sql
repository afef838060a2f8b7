-- Records live money that the provider behind LIVE_GATEWAYS=http has reported, by itself: see record_credit(), which
-- tells the parameters and the outcomes. The ingress may call this one alone: for an account that another gateway
-- opened it only says 'elsewhere', since what those receive is asked of them by workers (finish_credit_notice).
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
