-- Blocks a recipient of payouts in an environment, for an operator: an account (p_account, at p_bank or at any bank),
-- or all whose name has the words of p_name. Once this has committed, no payout to them is claimed. A new one to a
-- blocked account is refused; one to a blocked name, or accepted before, is held for a person (decide_held_payout).
-- Claimed payouts continue: the provider may have them. Returns the entry. Waits for no claim: await_payout_claims()
-- does, afterwards. Raises PB008 if it is blocked already, if it is neither one account of 10 digits nor one name, and
-- if there is no such bank.
create or replace function block_recipient(
  p_environment text, p_account text, p_bank text, p_name text, p_acting acting
) returns table (entry bigint, environment text, recipient text)
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  words text[] := case when p_name is not null then name_words(p_name) end;
  added blocked_recipients;
begin
  if (p_account is null) = (p_name is null) or (p_bank is not null and p_account is null) then
    raise exception 'give --account, with or without --bank, or --name' using errcode = 'PB008';
  end if;
  -- Payouts have no other accounts, so it would block nobody.
  if p_account !~ '^[0-9]{10}$' then
    raise exception 'an account number has 10 digits: spreadsheets drop a 0 in front' using errcode = 'PB008';
  end if;
  if words = '{}' then
    raise exception '--name has no word' using errcode = 'PB008';
  end if;
  if p_bank is not null and not exists (select from banks b where b.code = p_bank) then
    raise exception 'no bank has the code %: GET /v1/banks lists them', p_bank using errcode = 'PB008';
  end if;
  insert into blocked_recipients (environment, bank_code, account_number, name_words)
  values (p_environment, p_bank, p_account, words)
  on conflict on constraint blocked_recipient_is_listed_once do nothing
  returning * into added;
  if added.id is null then
    raise exception 'this is already blocked in %: npm run ops -- blocked-recipients lists them', p_environment
      using errcode = 'PB008';
  end if;
  perform log_action(
    null, p_environment, 'recipient block', 'entry ' || added.id, null,
    jsonb_build_object(
      'bank', p_bank, 'accountNumber', p_account, 'kind', case when p_name is null then 'account' else 'name' end
    ),
    p_acting
  );
  return query select added.id, added.environment, recipient_named(added);
end
$$;
