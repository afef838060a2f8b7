-- Returns a JSON object with its texts, and those in its lists, masked by mask_text().
create or replace function mask_json(p_object jsonb) returns jsonb
language sql immutable
return (
  select jsonb_object_agg(member.key, case jsonb_typeof(member.value)
    when 'string' then to_jsonb(mask_text(member.value #>> '{}'))
    when 'array' then (
      select coalesce(jsonb_agg(case jsonb_typeof(item)
        when 'string' then to_jsonb(mask_text(item #>> '{}')) else item
      end), '[]') from jsonb_array_elements(member.value) item
    )
    else member.value
  end)
  from jsonb_each(p_object) member
);
