-- complete_name_enquiry(enquiry_id, status, account_name) writes the bank's answer ('resolved' with the holder's name,
-- 'not_found', or 'unavailable') and tells who waits. Returns whether the question was still open.
create or replace function complete_name_enquiry(enquiry_id bigint, status text, account_name text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  update name_enquiries n
  set status = complete_name_enquiry.status, account_name = complete_name_enquiry.account_name, completed_at = business_now(n.merchant_id, n.environment)
  where n.id = enquiry_id and n.status = 'pending';
  if not found then
    return false;
  end if;
  perform notify_result('name_enquiry:' || enquiry_id);
  return true;
end
$$;
