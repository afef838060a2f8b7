-- One queue for each class of work and environment, so that none is read past, or waited for, by another. migrate()
-- makes them before this, each a schema of graphile-worker. The one queue of before goes, with the jobs that wait in
-- it: the sweep adds a job to every row that should have one. Processes of the version before can do no jobs any more.

drop schema if exists graphile_worker cascade;
drop function if exists enqueue_jobs(text, bigint[], timestamptz), retry_job(bigint, text, text);

-- The sweeps look for jobs that are locked or were replaced, among any number that wait.
do $$
declare
  queue text;
begin
  foreach queue in array array[
    'queue_live_lookups', 'queue_live_money', 'queue_live_webhooks', 'queue_live_slow_webhooks',
    'queue_test_lookups', 'queue_test_money', 'queue_test_webhooks', 'queue_test_slow_webhooks'
  ] loop
    execute format('create index jobs_locked on %I._private_jobs (locked_by) where locked_by is not null', queue);
    execute format('create index jobs_replaced on %I._private_jobs (id) where key is null', queue);
  end loop;
end
$$;

-- reconcile() looks at the oldest rows of each environment that wait for a worker. Rows are as old as their id: a test
-- clock moves their times.
create index payouts_waiting on payouts (environment, id) where status = 'pending';
create index payouts_to_ask_about on payouts (environment, next_confirmation_at) where next_confirmation_at is not null;
create index name_enquiries_waiting on name_enquiries (environment, id) where status = 'pending';
create index virtual_accounts_waiting on virtual_accounts (environment, id) where status = 'provisioning';
create index collections_waiting on collections (environment, id) where status = 'provisioning';
create index identity_checks_waiting on identity_checks (environment, id) where status = 'pending';
create index host_checks_waiting on host_checks (environment, id) where status = 'pending';
create index credits_waiting on credits (environment, id) where status = 'received';
drop index payouts_to_execute, payouts_to_confirm, virtual_accounts_being_provisioned, collections_being_provisioned,
  credits_to_settle, host_checks_to_complete;
