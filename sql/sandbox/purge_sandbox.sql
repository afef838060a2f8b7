-- Deletes what the sandbox's provider remembers (accounts, identities, transfers) after 180 days, when no payout or
-- check needs it any more. At most p_limit of each; returns how many. For purge_expired_rows().
create or replace function purge_sandbox(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  accounts integer;
  identities integer;
  transfers integer;
begin
  delete from sandbox_accounts a where a.reference in (
    select d.reference from sandbox_accounts d where d.inserted_at < now() - interval '180 days'
    order by d.inserted_at limit p_limit
    for update skip locked
  );
  get diagnostics accounts = row_count;
  delete from sandbox_identities i where i.reference in (
    select d.reference from sandbox_identities d where d.created_at < now() - interval '180 days'
    order by d.created_at limit p_limit
    for update skip locked
  );
  get diagnostics identities = row_count;
  delete from sandbox_transfers t where t.reference in (
    select d.reference from sandbox_transfers d where d.created_at < now() - interval '180 days'
    order by d.created_at limit p_limit
    for update skip locked
  );
  get diagnostics transfers = row_count;
  return accounts + identities + transfers;
end
$$;
