-- Books that the platform's owner paid a tax ('vat' or 'stamp_duty') to the state, from its own account, for an
-- operator: p_amount kobo, booked once for each reference. Returns what is still owed, also if it was booked before.
-- Raises PB008 for a reference that is not 1 to 64 letters, digits and . _ - /, or that was used for another payment,
-- and for more than is owed by our books. Remittances wait for each other.
create or replace function remit_tax(p_kind text, p_amount bigint, p_reference text, p_acting acting) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booked tax_remittances;
  owed bigint;
  journal bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('remit_tax', 0));
  select b.balance into owed from ledger_balances b
  where b.merchant_id is null and (b.environment, b.currency, b.kind) = ('live', 'NGN', p_kind || '_payable');
  select r.* into booked from tax_remittances r where r.reference = p_reference;
  if booked.reference is not null then
    if (booked.kind, booked.amount) <> (p_kind, p_amount) then
      raise exception 'reference % was used for another payment', p_reference using errcode = 'PB008';
    end if;
    return owed;
  elsif p_reference !~ '^[A-Za-z0-9._/-]{1,64}$' then
    raise exception '--reference must be 1 to 64 letters, digits and . _ - /' using errcode = 'PB008';
  elsif p_amount < 1 or p_amount > owed then
    raise exception '--amount must be 1 to %, which is owed by our books', owed using errcode = 'PB008';
  end if;
  insert into tax_remittances (reference, kind, amount) values (p_reference, p_kind, p_amount);
  insert into ledger_journals (kind, subject, environment, currency)
  values ('tax_remitted', p_reference, 'live', 'NGN') returning id into journal;
  insert into ledger_entries (journal_id, account_id, environment, currency, amount)
  select journal, a.id, 'live', 'NGN', case a.kind when 'owner' then p_amount else -p_amount end
  from ledger_accounts a
  where a.merchant_id is null and a.environment = 'live' and a.currency = 'NGN'
    and a.kind in ('owner', p_kind || '_payable');
  perform log_action(
    null, 'live', 'tax remit', p_reference, null, jsonb_build_object('kind', p_kind, 'amount', p_amount), p_acting
  );
  return owed - p_amount;
end
$$;
