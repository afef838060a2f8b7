-- Owners read the audit log by the API key that acted, as they do by person.
create index audit_log_by_key on audit_log (merchant_id, key_reference, id desc) where key_reference is not null;
