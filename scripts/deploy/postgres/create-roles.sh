#!/bin/sh
# Makes the database and its roles, with their passwords, in a new PostgreSQL. Run as a superuser, once: the image of
# PostgreSQL does when its volume is empty; elsewhere run it with the PG… variables of psql. npm run migrate gives the
# roles their rights.
set -eu

# Only a process with DATABASE_READ_URL needs the reader.
has_reader=false
if [ -n "${PAYMENTS_READER_PASSWORD:-}" ]; then has_reader=true; fi

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set has_reader="$has_reader" <<'SQL'
-- From the environment, not as arguments, which other processes see; and never into PostgreSQL's log.
set log_statement = 'none';
set log_min_error_statement = 'panic';
set password_encryption = 'scram-sha-256';
\getenv owner PAYMENTS_OWNER_PASSWORD
\getenv ingress PAYMENTS_INGRESS_PASSWORD
\getenv workers PAYMENTS_WORKERS_PASSWORD
\getenv operator PAYMENTS_OPERATOR_PASSWORD
create role payments_owner login nosuperuser nocreatedb nocreaterole password :'owner';
create role payments_ingress login noinherit nosuperuser nocreatedb nocreaterole noreplication password :'ingress';
create role payments_workers login noinherit nosuperuser nocreatedb nocreaterole noreplication password :'workers';
create role payments_operator login noinherit nosuperuser nocreatedb nocreaterole noreplication password :'operator';
-- What a PgBouncer that pools by transaction cannot pass on: sql/install/role-limits.ts.
alter role payments_ingress set lock_timeout = '3000ms';
alter role payments_ingress set statement_timeout = '5000ms';
alter role payments_ingress set idle_in_transaction_session_timeout = '5000ms';
alter role payments_ingress set jit = 'off';
alter role payments_workers set lock_timeout = '3000ms';
alter role payments_workers set statement_timeout = '5000ms';
alter role payments_workers set idle_in_transaction_session_timeout = '5000ms';
alter role payments_workers set jit = 'off';
create database payments owner payments_owner encoding 'UTF8' template template0;
revoke connect on database payments from public;
grant connect on database payments to payments_ingress, payments_workers, payments_operator;
\if :has_reader
\getenv reader PAYMENTS_READER_PASSWORD
create role payments_reader login noinherit nosuperuser nocreatedb nocreaterole noreplication password :'reader';
grant connect on database payments to payments_reader;
\endif
SQL
