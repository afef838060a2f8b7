-- The encrypted secret that signs the events of a merchant who has no webhook endpoint yet, so that `npm run listen`
-- can bring them to a receiver on a developer's machine. The endpoint takes it over. Written by npm start, at each
-- start.
create table signing_secrets (
  merchant_id bigint not null references merchants,
  environment text not null,
  secret bytea not null,
  constraint signing_secret_is_unique primary key (merchant_id, environment),
  constraint signing_secret_environment_is_known check (environment in ('test', 'live'))
);
