-- Deletes a batch of rows past their term, of one of retention_kinds(): the oldest rows of each of its
-- retention_rules(), at most p_limit of each. The worker calls it for one kind after the other, each in its own
-- transaction, so that a failing or slow kind does not block the others; and repeatedly: each call is short, and the
-- next one continues what a crash interrupted. Terms count from the real time of writing, not from a test clock's; the
-- overlap of a rotated secret ends by that. Locks only rows that it deletes, and skips locked ones. Returns how many
-- rows it processed; 0 if another process is deleting this kind. Raises an error for an unknown kind.
create or replace function purge_expired_rows(p_kind text, p_limit integer default 1000) returns integer
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  rule record;
  due tid[];
  gone integer;
  handled integer := 0;
begin
  if p_kind not in (select retention_kinds()) then
    raise exception 'no kind of row is called %', p_kind;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('purge_expired_rows'), hashtext(p_kind)) then
    return 0;
  end if;

  case p_kind
    when 'events' then
      return purge_events(p_limit);
    when 'payout_batches' then
      return purge_payout_batches();
    when 'unpaid_accounts' then
      return purge_unpaid_accounts(p_limit);
    when 'verifications' then
      return purge_verifications(p_limit);
    else
      null;
  end case;

  for rule in select * from retention_rules() r where r.table_name = p_kind loop
    execute format(
      'select array(
        select r.ctid from %1$I r where %2$s < now() - $1 and (%3$s) order by %2$s limit $2 for update skip locked
      )',
      rule.table_name, rule.aged_by, coalesce(rule.condition, 'true')
    ) into due using rule.term, p_limit;
    -- Checked again: the condition may have changed before the row was locked.
    execute format(
      case when rule.change is null
        then 'delete from %1$I r where r.ctid = any ($1) and (%2$s)'
        else 'update %1$I r set %3$s where r.ctid = any ($1) and (%2$s)'
      end,
      rule.table_name, coalesce(rule.condition, 'true'), rule.change
    ) using due;
    get diagnostics gone = row_count;
    handled := handled + gone;
  end loop;
  perform keep_partitions(p.name) from partitioned_tables() p where p.name || '_default' = p_kind;
  return handled;
end
$$;
