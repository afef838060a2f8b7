-- A crypto collection that was made without a chain or a token takes each of them. Those that were made before this
-- keep the one that they were given.
alter table collections
  add column takes_any_chain boolean not null default false,
  add column takes_any_token boolean not null default false;
