-- Returns a blocked recipient as operators see it: the last four digits of an account, with its bank's code if the
-- entry names one; or the words of a name.
create or replace function recipient_named(p_entry blocked_recipients) returns text
language sql stable
begin atomic
  select case
    when p_entry.account_number is null then array_to_string(p_entry.name_words, ' ')
    else concat_ws(' ', 'account', mask_text(p_entry.account_number), 'at ' || coalesce(p_entry.bank_code, 'any bank'))
  end;
end;
