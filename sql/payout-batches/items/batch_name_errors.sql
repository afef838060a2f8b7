-- Returns what is wrong with the name of a batch's item (batch_name_match), as batch_error() does: the bank's name,
-- p_resolved, is another, or the bank gave none.
create or replace function batch_name_errors(p_name_match text, p_resolved text) returns jsonb
language sql stable
return batch_error(
  p_name_match = 'different', 'destination.accountName', 'NAME_DIFFERENT',
  format('must be the holder''s name, %s', p_resolved)
) || batch_error(
  p_name_match = 'unverified', 'destination.accountNumber', 'NAME_UNVERIFIED',
  'could not be checked: the bank did not answer. Save the item again to ask once more'
);
