-- Returns why an operator does not let payouts go to a recipient unseen: 'account' if the account is listed, 'name' if
-- a listed name has no word that the holder's name has not, in whatever order; a listed name of one word must be all of
-- it. Else null. Reads two indexes.
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
