-- Returns why a recipient is blocked: 'account' if the account is listed, 'name' if the holder's name has all words of
-- a listed name, in any order; a listed name of one word must be the whole name. Else null. Reads two indexes.
create or replace function blocked_recipient(
  p_environment text, p_bank_code text, p_account_number text, p_account_name text
) returns text
language sql stable
begin atomic
  select case
    when exists (
      select from blocked_recipients d
      where d.environment = p_environment and d.account_number = p_account_number
        and (d.bank_code is null or d.bank_code = p_bank_code)
    ) then 'account'
    when exists (
      select from blocked_recipients d
      where d.environment = p_environment and d.name_words <@ name_words(p_account_name)
        and (cardinality(d.name_words) > 1 or d.name_words = name_words(p_account_name))
    ) then 'name'
  end;
end;
