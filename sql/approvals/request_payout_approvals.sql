-- Has those of the payouts that reserve_payouts() has just written wait for approval that have p_reasons.
create or replace function request_payout_approvals(
  p_requests payout_request[], p_references text[], p_reasons text[]
) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform request_approval(
    (null, p.reference, p.merchant_id, p.environment, p.id, null, null, p.amount, p.currency,
      p_reasons[r.ordinality]::text[], null, null, p.trace_id, null, null)::approvals,
    r.key, r."sessionId"
  ), emit_events(array[payout_event(p)])
  from unnest(p_requests) with ordinality r join payouts p on p.reference = p_references[r.ordinality]
  where p_reasons[r.ordinality] is not null
  order by r.ordinality;
end
$$;
