-- Processes of the version before call it: finish_name_enquiries() does the same for many at once.
--
-- Stores the bank's result of a name enquiry: 'resolved' with the holder's name, 'not_found' or 'unavailable'.
-- Notifies the waiting request. Returns false, changing nothing, if the enquiry was completed before.
--
-- It knows the enquiry by its id alone. A crash of the database while such a process runs may give the id again
-- (request_name_enquiries): finish_name_enquiries() compares what is asked.
--
-- The commit does not wait for the disk: a crash of the database loses results of its last second. Commits that
-- notify wait for each other, so that each would wait for the disk for all.
create or replace function complete_name_enquiry(p_enquiry_id bigint, p_status text, p_account_name text)
returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update name_enquiries n
  set status = p_status, account_name = p_account_name,
    completed_at = business_now(n.merchant_id, n.environment)
  where n.id = p_enquiry_id and n.status = 'pending';
  if not found then
    return false;
  end if;
  perform notify_result('name_enquiry:' || p_enquiry_id);
  return true;
end
$$;
