-- notify_answer(question) tells the ingress processes, when the transaction commits, that a question has its answer.
-- question is 'name_enquiry:ID', 'virtual_account:ID' or 'credit:ID'; whoever waits reads the row.
create or replace function notify_answer(question text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('answers', question);
end
$$;
