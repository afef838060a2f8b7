-- Ends what block_recipient() began, for an operator: p_entry is its number. Payouts held because of it still need
-- decide_held_payout(). Returns the entry. Raises PB008 if there is none.
create or replace function unblock_recipient(p_environment text, p_entry bigint, p_acting acting)
returns table (entry bigint, environment text, recipient text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed blocked_recipients;
begin
  delete from blocked_recipients d where d.id = p_entry and d.environment = p_environment returning * into removed;
  if removed.id is null then
    raise exception 'there is no entry % in %: npm run ops -- blocked-recipients lists them', p_entry, p_environment
      using errcode = 'PB008';
  end if;
  perform log_action(
    null, p_environment, 'recipient unblock', 'entry ' || p_entry,
    jsonb_build_object('bank', removed.bank_code, 'accountNumber', removed.account_number), null, p_acting
  );
  return query select removed.id, removed.environment, recipient_named(removed);
end
$$;
