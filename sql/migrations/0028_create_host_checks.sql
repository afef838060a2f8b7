-- A question to a worker: may webhooks be sent to this host, by the addresses that its name has now? Asked while a URL is
-- being set; 'unresolved' names are accepted, since every delivery asks again.

create table host_checks (
  id bigint generated always as identity primary key,
  host text not null,
  status text not null default 'pending'
    constraint host_check_status_is_known check (status in ('pending', 'allowed', 'refused', 'unresolved')),
  requested_at timestamptz not null default now()
);

create index host_checks_to_answer on host_checks (requested_at) where status = 'pending';
