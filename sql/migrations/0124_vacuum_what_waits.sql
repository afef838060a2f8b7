-- Rows that wait are found from the beginning of an index, and those that wait no longer stay in it until a vacuum. By
-- default that comes when a fifth of all rows have changed: the longer a service runs, the more are passed over.
alter table payouts set (autovacuum_vacuum_scale_factor = 0.02);
alter table credits set (autovacuum_vacuum_scale_factor = 0.02);
alter table virtual_accounts set (autovacuum_vacuum_scale_factor = 0.02);
alter table collections set (autovacuum_vacuum_scale_factor = 0.02);
