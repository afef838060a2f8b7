-- Test webhooks may reach networks that live ones may not.
alter table host_checks add column environment text not null default 'live'
  constraint host_check_environment_is_known check (environment in ('test', 'live'));

-- It takes the environment as well; processes of the version before leave it out.
drop function if exists request_host_check(text);
