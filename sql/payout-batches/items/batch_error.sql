-- Returns one mistake of a batch's item as the API shows it, in an array, or an empty array if p_is_wrong is not true.
create or replace function batch_error(p_is_wrong boolean, p_field text, p_code text, p_message text) returns jsonb
language sql immutable
return case when p_is_wrong
  then jsonb_build_array(jsonb_build_object('field', p_field, 'code', p_code, 'message', p_message)) else '[]' end;
