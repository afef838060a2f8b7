-- Returns the first pending row of each merchant that has any in an environment, in the order of the merchants: p_most
-- at most, all if null. p_table has the rows, p_pending says which of them are pending, p_order which is the first.
--
-- Reads one row of each merchant from the index of these rows, in its order (sql/README.md): it starts with no
-- merchant, and looks for the next one. The caller turns sorting off.
create or replace function first_of_each_merchant(
  p_table text, p_environment text, p_pending text, p_order text default 'id', p_most integer default null
) returns table (id bigint, merchant_id bigint, created_at timestamptz)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query execute format(
    'with recursive first_one as (
      select null::bigint as id, 0::bigint as merchant_id, null::timestamptz as created_at
      union all
      select following.* from first_one cross join lateral (
        select r.id, r.merchant_id, r.created_at from %1$I r
        where r.environment = $1 and %2$s and r.merchant_id > first_one.merchant_id
        order by r.merchant_id, %3$s limit 1
      ) following
    )
    select * from first_one where id is not null limit $2', p_table, p_pending, p_order
  ) using p_environment, p_most;
end
$$;
