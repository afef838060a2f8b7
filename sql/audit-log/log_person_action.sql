-- Writes audit rows for what people do to their own account, in the same transaction: one for each merchant the person
-- belongs to, since it concerns the owners of each; one without a merchant if there is none. p_target: null for the
-- person. The other parameters are log_action()'s.
create or replace function log_person_action(
  p_person_id bigint, p_action text, p_target text, p_before jsonb, p_after jsonb, p_acting acting
) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform log_action(
    m.merchant_id, null, p_action, coalesce(p_target, p.reference), p_before, p_after, p_acting
  )
  from people p left join memberships m on m.person_id = p.id
  where p.id = p_person_id;
end
$$;
