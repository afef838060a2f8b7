-- When somebody last requested the enquiry, in real time: identical enquiries share a row while it is pending, and
-- workers drop what nobody waits for any more.
alter table name_enquiries add column last_requested_at timestamptz not null default now();
