-- Files of days on which nothing moved are the same bytes: each of these days was covered by one of its own.
alter table provider_statements
  drop constraint statement_is_imported_once,
  add constraint statement_is_imported_once unique (provider, file_hash, from_day, to_day);
