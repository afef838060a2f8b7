-- request_name_enquiry(merchant_id, environment, bank_code, account_number) asks who holds an account.
--
-- Returns the id of the question's row, or null where the bank is unknown or inactive. A question that is still
-- unanswered is joined rather than asked twice; otherwise a new row and its enquire_name job are added.
create or replace function request_name_enquiry(merchant_id bigint, environment text, bank_code text, account_number text)
returns bigint
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  enquiry_id bigint;
  is_new boolean;
begin
  if not exists (select from banks b where b.code = request_name_enquiry.bank_code and b.active) then
    return null;
  end if;

  -- The update changes nothing; it makes the row that is already there come back.
  insert into name_enquiries as n (merchant_id, environment, bank_code, account_number, requested_at)
  values (
    request_name_enquiry.merchant_id, request_name_enquiry.environment,
    request_name_enquiry.bank_code, request_name_enquiry.account_number,
    business_now(request_name_enquiry.merchant_id, request_name_enquiry.environment)
  )
  on conflict (merchant_id, environment, bank_code, account_number) where status = 'pending'
    do update set requested_at = n.requested_at
  returning n.id, n.xmax = 0 into enquiry_id, is_new;

  if is_new then
    perform enqueue_jobs('enquire_name', array[enquiry_id]);
  end if;
  return enquiry_id;
end
$$;
