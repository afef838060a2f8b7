-- Returns until when checks of an identifier are refused, because five phones did not match within 24 hours; null if
-- they are not. The merchant's test clock counts.
create or replace function identity_limit_ends(p_record identity_records) returns timestamptz
language sql stable
return case
  when p_record.mismatched_at[5] is not null
    and p_record.mismatched_at[1] > business_now(p_record.merchant_id, p_record.environment) - interval '24 hours'
  then p_record.mismatched_at[1] + interval '24 hours'
end;
