-- Who changed what, and why.

create type acting as (actor text, person_id bigint, address text, reason text, trace_id uuid);

comment on type acting is
  'Who makes a change and why, for its row in the audit log: the last parameter of every function that writes one. '
  'actor: the name of the person or operator; null: the database user. person_id and address are null for '
  'operators. trace_id: the trace of the request, for the mails about the change; null: none.';

create type caller as (key text, session_id bigint, address inet);

comment on type caller is
  'Who sends a request: an API key, by its reference, or a person''s session, and the address. See lost_right().';

create table audit_log (
  id bigint generated always as identity primary key,
  done_at timestamptz not null default now(),
  merchant_id bigint references merchants,
  environment text constraint audit_log_environment_is_known check (environment in ('test', 'live')),
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  reason text constraint audit_log_reason_is_short check (length(reason) <= 1000),
  actor text not null constraint audit_log_names_its_actor check (actor ~ '\S' and length(actor) <= 200),
  person_id bigint,
  address text,
  key_reference text generated always as (
    case when person_id is null and address is not null and actor like 'key\_%' then actor end
  ) stored,
  database_user text not null default session_user
);

comment on table audit_log is
  'The audit log of people, API keys and operators: one row for each change, in the transaction of the change. Only '
  'log_action() writes it. Rows never change and are kept for ever.';
comment on column audit_log.merchant_id is 'The merchant concerned. Null: the change was not about one merchant.';
comment on column audit_log.environment is 'Null: neither environment, or both.';
comment on column audit_log.action is 'Named as the command is: "key create".';
comment on column audit_log.target is 'The reference of what was changed.';
comment on column audit_log.before is
  'The target before the change, with secrets and personal data masked. Null: it did not exist.';
comment on column audit_log.after is
  'The target after the change, masked in the same way. Null: it no longer exists.';
comment on column audit_log.actor is 'The person''s name, an API key''s reference, or the operator''s name.';
comment on column audit_log.person_id is 'Null: an operator or an API key.';
comment on column audit_log.address is 'The IP address that the person or key came from. Null: an operator.';
comment on column audit_log.key_reference is
  'The API key that made the change: an actor with an address and without a person. Operators'' names never appear '
  'in this column, which the ingress may read.';
comment on column audit_log.database_user is 'The database user that made the change.';

create index audit_log_by_target on audit_log (target, id desc);
create index audit_log_by_merchant on audit_log (merchant_id, done_at desc, id desc);
create index audit_log_by_person on audit_log (merchant_id, person_id, done_at desc, id desc);
create index audit_log_by_action on audit_log (merchant_id, action, done_at desc, id desc);
create index audit_log_by_key on audit_log (merchant_id, key_reference, done_at desc, id desc)
  where key_reference is not null;
