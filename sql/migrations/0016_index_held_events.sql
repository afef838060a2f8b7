-- Setting a webhook URL again releases what was held while the endpoint was disabled.
create index events_held on events (merchant_id, environment) where delivery_status = 'held';
