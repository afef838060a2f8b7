-- The log of operators' actions becomes the one audit log, of people and of operators.

-- Who makes a change, and why, for its row in the audit log: the last parameter of every function that writes one.
create type acting as (
  -- The name of the person or operator; null: the database's user.
  actor text,
  -- The person's id; null for an operator at the command line.
  person_id bigint,
  -- The IP address that a person came from; null for an operator.
  address text,
  reason text
);

alter table operator_actions rename to audit_log;
alter table audit_log rename column operator to actor;
alter sequence operator_actions_id_seq rename to audit_log_id_seq;
alter table audit_log rename constraint operator_actions_pkey to audit_log_pkey;
alter table audit_log rename constraint operator_action_names_its_operator to audit_log_names_its_actor;
alter table audit_log rename constraint operator_action_reason_is_short to audit_log_reason_is_short;
alter index operator_actions_by_target rename to audit_log_by_target;

-- log_action() alone writes a row, in the transaction of the change. Rows of before stay as they were written: these
-- columns are null in them.
alter table audit_log
  -- Whose affairs were changed. Null: the change was not about one merchant.
  add column merchant_id bigint references merchants,
  -- In which of the merchant's environments. Null: in neither, or in both.
  add column environment text constraint audit_log_environment_is_known check (environment in ('test', 'live')),
  -- The person's id. Null: an operator at the command line.
  add column person_id bigint,
  -- The IP address that the person came from. Null for an operator.
  add column address text;

create index audit_log_by_merchant on audit_log (merchant_id, id desc);

drop trigger if exists operator_actions_are_append_only on audit_log;
drop function if exists refuse_operator_action_changes();

-- They take p_acting in place of an operator's name and a reason, or have another name now.
drop function if exists
  log_operator_action(text, text, jsonb, jsonb, text, text),
  add_merchant_origin(bigint, text, text, text),
  ask_about_payout(text, text, text),
  create_api_key(bigint, text, bytea, text, text[], cidr[], text, text),
  create_merchant(text, text, text, text),
  decide_payout(text, text, text, text),
  disable_payment_link(text, text, text),
  operator_rotate_webhook_secret(bigint, text, bytea, integer, text, text),
  operator_set_webhook_endpoint(bigint, text, text, bytea, text, text),
  reencrypt_identity_records(bigint[], bytea[], bytea[], bytea[], text, text),
  reencrypt_sandbox_identities(text[], bytea[], text, text),
  reencrypt_webhook_secrets(bigint[], bytea[], bytea[], bytea[], text, text),
  remove_merchant_origin(bigint, text, text, text),
  resend_event(text, text, text),
  resolve_suspended_credit(text, text, text, text, text),
  retry_job(text, text, text),
  revoke_api_key(text, text, text),
  rotate_api_key(text, integer, bytea, text, text, text),
  save_payout_account(bigint, text, text, text, text, text, text),
  set_default_payout_account(bigint, text, text, text, text, text),
  set_kyb_status(bigint, text, text, text),
  set_payout_max(bigint, bigint, text, text);
