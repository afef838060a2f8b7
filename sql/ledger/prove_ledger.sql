-- Checks the books for an operator: returns what is wrong (ledger_discrepancies), nothing if all is well, and records
-- how much and when, for the metrics. Reads the whole ledger.
create or replace function prove_ledger(p_acting acting)
returns table (problem text, subject text, difference numeric)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_wrong bigint;
begin
  return query select d.problem, d.subject, d.difference::numeric from ledger_discrepancies d;
  get diagnostics found_wrong = row_count;
  insert into ledger_proofs (proved_at, discrepancies) values (now(), found_wrong)
  on conflict on constraint ledger_proofs_pkey
  do update set proved_at = excluded.proved_at, discrepancies = excluded.discrepancies;
  perform log_action(
    null, null, 'ledger prove', 'ledger', null, jsonb_build_object('discrepancies', found_wrong), p_acting
  );
end
$$;
