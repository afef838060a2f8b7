-- Ends the import of a statement, in the transaction that began it: journals book the fee of each line, and its days
-- are compared from now on (reconcile_day). Returns how many lines are new. Raises the unique violation
-- ledger_journal_is_posted_once for a line that was booked before. Raises PB008 if the import has ended before, or if
-- three or more lines match payouts or credits of ours and each of the first thousand of these has exactly 100 times
-- our amount: the file is in kobo instead of naira.
create or replace function finish_statement(p_statement_id bigint, p_acting acting) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  statement provider_statements;
begin
  update provider_statements s
  set line_count = (
    select count(*) from provider_statement_lines l
    where l.gateway = s.gateway and l.day between s.from_day and s.to_day and l.statement_id = s.id
  )
  where s.id = p_statement_id and s.line_count is null
  returning * into statement;
  if not found then
    raise exception 'the import of statement % has ended', p_statement_id using errcode = 'PB008';
  end if;
  -- The comparison follows at once, and its plans need to know the new lines.
  analyze provider_statement_lines;
  if (
    select count(*) >= 3 and bool_and(matched.is_hundredfold)
    from (
      select l.amount = 100 * coalesce(p.amount, cr.amount) as is_hundredfold
      from provider_statement_lines l
      left join payouts p on l.kind <> 'credit' and p.reference = l.reference and p.environment = 'live'
      left join credits cr on p.id is null and l.kind <> 'transfer' and cr.provider_reference = l.provider_id
        and cr.environment = 'live'
      where l.gateway = statement.gateway and l.day between statement.from_day and statement.to_day
        and l.statement_id = statement.id and (p.id is not null or cr.id is not null)
      limit 1000
    ) matched
  ) then
    raise exception 'every line that we know has exactly 100 times our amount: the amounts of this file are in kobo '
      '(cents), and must be in naira (dollars). Nothing was imported' using errcode = 'PB008';
  end if;

  -- Of a provider that charges the stamp duty of our payouts, its fee has it: once for each, and no other line.
  update provider_statement_lines l set stamp_duty = least(p.stamp_duty, l.fee - l.vat)
  from payouts p, gateways g
  where l.gateway = statement.gateway and l.day between statement.from_day and statement.to_day
    and l.statement_id = statement.id and l.kind = 'transfer' and l.fee > l.vat
    and g.name = l.gateway and g.charges_stamp_duty
    and p.reference = l.reference and p.environment = 'live' and p.settled_at is not null and p.stamp_duty > 0
    and not exists (
      select from provider_statement_lines o
      where o.reference = l.reference and o.kind = 'transfer' and o.id < l.id
    );

  -- Each fee makes the provider hold less for us (its float). It is a cost (provider_costs, and the VAT on it,
  -- input_vat) or a tax that it pays for us. The accounts are the system's, without a stored balance, so nothing is
  -- locked.
  with lines as materialized (
    select l.id, l.gateway || ':' || l.line_id as subject, l.currency, l.fee - l.stamp_duty as fee, l.vat, l.stamp_duty
    from provider_statement_lines l
    where l.gateway = statement.gateway and l.day between statement.from_day and statement.to_day
      and l.statement_id = statement.id and l.fee > 0
  ), movements as (
    select l.id, l.subject, l.currency, m.*
    from lines l
    cross join lateral (values
      ('provider_fee_charged', 'float_' || statement.gateway, l.fee),
      ('provider_fee_charged', 'provider_costs', l.vat - l.fee),
      ('provider_fee_charged', 'input_vat', -l.vat),
      ('duty_paid_by_provider', 'float_' || statement.gateway, l.stamp_duty),
      ('duty_paid_by_provider', 'stamp_duty_payable', -l.stamp_duty)
    ) m (journal, account, amount)
    where m.amount <> 0
  ), journals as (
    insert into ledger_journals (kind, subject, environment, currency)
    select m.journal, m.subject, 'live', m.currency
    from movements m group by m.id, m.journal, m.subject, m.currency order by m.id
    returning id, kind, subject
  )
  insert into ledger_entries (journal_id, account_id, environment, currency, amount)
  select j.id, a.id, 'live', m.currency, m.amount
  from movements m
  join journals j on (j.kind, j.subject) = (m.journal, m.subject)
  join ledger_accounts a on a.merchant_id is null and a.environment = 'live' and a.currency = m.currency
    and a.kind = m.account
  order by m.id, j.id, a.id;
  perform log_action(
    null, 'live', 'statement import', statement.gateway, null,
    jsonb_build_object('from', statement.from_day, 'to', statement.to_day, 'lines', statement.line_count), p_acting
  );
  return statement.line_count;
end
$$;
