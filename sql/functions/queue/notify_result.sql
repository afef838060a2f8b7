-- notify_result(question) tells the ingress processes, when the transaction commits, that a question has its answer.
-- question is the kind and id of a row (resultKey of sql/answers.ts makes the same); whoever waits reads it.
create or replace function notify_result(question text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('results', question);
end
$$;
