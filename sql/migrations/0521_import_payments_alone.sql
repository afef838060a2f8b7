-- A provider may have what came in and what went out in files of their own. Until now each file had what went out.
alter table provider_statements add column has_transfers boolean not null default true;

-- It has one more parameter from now on, which callers of the version before need not give. A function of fewer
-- beside it would leave such a call undecided.
drop function if exists begin_statement(text, bytea, date, date, boolean);
