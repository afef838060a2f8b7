-- Trigger: keeps on each collection how many of its credits are unmatched, and their sum (see collection_json). Once
-- per statement, since release_part_payments() releases hundreds of credits in one. Whoever changes a credit's status
-- has locked its collection before.
create or replace function count_unmatched_credits() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  update collections c
  set unmatched_count = c.unmatched_count + d.count, unmatched_amount = c.unmatched_amount + d.amount
  from (
    select o.id, sum(s.sign) as count,
      coalesce(sum(s.sign * s.amount) filter (where s.currency = o.currency), 0) as amount
    from (
      select 1 as sign, a.* from credits_after a where a.status = 'suspended' and a.unmatched_reason is not null
      union all
      select -1, b.* from credits_before b where b.status = 'suspended' and b.unmatched_reason is not null
    ) s
    join collections o on o.id = s.collection_id
    group by o.id
  ) d
  where c.id = d.id;
  return null;
end
$$;

create or replace trigger count_unmatched_credits
after update on credits
referencing old table as credits_before new table as credits_after
for each statement
execute function count_unmatched_credits();
