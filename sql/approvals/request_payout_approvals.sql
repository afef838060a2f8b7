-- Has those of the payouts that reserve_payouts() has just written wait for approval that have reasons.
create or replace function request_payout_approvals(p_requests payout_request[], p_decided decided_payout[])
returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform request_approval(approval_of(p, r.reasons), r.key, r."sessionId"), emit_events(array[payout_event(p)])
  from unnest(p_requests, p_decided) with ordinality r join payouts p on p.reference = r.reference
  where r.reasons is not null
  order by r.ordinality;
end
$$;
