-- The transactions that claim payouts right now, which hold the advisory lock of payout_freezes, shared.
create or replace function payout_claims() returns text[]
language sql volatile set search_path = public, pg_temp as $$
  select coalesce(array_agg(l.virtualtransaction), '{}')
  from pg_locks l
  where l.locktype = 'advisory' and l.objsubid = 1 and l.mode = 'ShareLock' and l.granted
    and l.database = (select d.oid from pg_database d where d.datname = current_database())
    and ((l.classid::bigint << 32) | l.objid::bigint) = hashtext('payout_freezes')::bigint;
$$;
