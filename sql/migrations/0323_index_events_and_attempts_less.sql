-- Less to write and to keep of each event and attempt.

-- An attempt is known by its event and number.
alter table webhook_attempts drop constraint webhook_attempts_pkey;
alter table webhook_attempts drop constraint webhook_attempt_number_is_unique;
alter table webhook_attempts add constraint webhook_attempts_pkey primary key (event_id, number);
alter table webhook_attempts drop column id;

-- Every event was in this index while it was pending. Lists of what is pending are read for each type, as those of what
-- was delivered, and merged; few events are ever exhausted.
drop index events_by_delivery_status;
create index events_exhausted on events (merchant_id, environment, created_at, id)
  where delivery_status = 'exhausted';

-- A subject is a reference of ours, so it belongs to one merchant and environment.
drop index events_by_subject;
create index events_by_subject on events (subject, created_at desc, id desc) where subject is not null;
