-- Processes of the version before call it: request_name_enquiries() does the same for many at once.
--
-- Queues an enquiry who holds a bank account. Returns the enquiry's id; null if the bank is unknown or
-- inactive. Raises PB010 if too many of the merchant's wait.
--
-- Identical enquiries that are still pending share one row, and so one call to the bank.
--
-- The commit does not wait for the disk: a crash of the database loses what is asked in its last second, and the id may
-- be given again then, as request_name_enquiries() says.
create or replace function request_name_enquiry(
  p_merchant_id bigint, p_environment text, p_bank_code text, p_account_number text
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  enquiry_id bigint;
  is_new boolean;
begin
  perform set_config('synchronous_commit', 'off', true);
  if not exists (select from banks b where b.code = p_bank_code and b.active) then
    return null;
  end if;

  -- The later caller waits for the enquiry too, so it counts as wanted from now on.
  insert into name_enquiries as n (merchant_id, environment, bank_code, account_number, requested_at)
  values (
    p_merchant_id, p_environment, p_bank_code, p_account_number, business_now(p_merchant_id, p_environment)
  )
  on conflict (merchant_id, environment, bank_code, account_number) where status = 'pending'
    do update set last_requested_at = now()
  returning n.id, n.xmax = 0 into enquiry_id, is_new;

  if is_new then
    perform refuse_too_many_lookups('enquire_name', p_merchant_id, p_environment);
    perform enqueue_jobs('enquire_name', array[enquiry_id]);
  end if;
  return enquiry_id;
end
$$;
