-- The database's schema, as sql/ makes it. For reading only: nothing runs this file.
-- Written by "npm run schema"; test/sql/schema.test.ts compares it with a migrated database.

create type acting as (
  actor text,
  person_id bigint,
  address text,
  reason text,
  trace_id uuid
);
comment on type acting is 'Who makes a change and why, for its row in the audit log: the last parameter of every function that writes one. actor: the name of the person or operator; null: the database user. person_id and address are null for operators. trace_id: the trace of the request, for the mails about the change; null: none.';

create type attempt_end as (
  event_id bigint,
  merchant_id bigint,
  environment text,
  due_at timestamptz,
  takes integer
);
comment on type attempt_end is 'A recorded attempt of the present claim, while record_attempts() runs. due_at: when the next one is to be queued.';

create type caller as (
  key text,
  session_id bigint,
  address inet
);
comment on type caller is 'Who sends a request: an API key, by its reference, or a person''s session, and the address. See lost_right().';

create type charges_due as (
  fee bigint,
  vat bigint,
  stamp_duty bigint,
  exempted_duty bigint
);
comment on type charges_due is 'What something costs, in kobo: charges_of(). fee is the sum. A tax that is null is not owed. exempted_duty: the stamp duty that is not owed because of the purpose.';

create type claimed_delivery as (
  event_id bigint,
  fence bigint,
  reference text,
  body text,
  url text,
  secret bytea,
  previous_secret bytea,
  merchant_id bigint,
  environment text,
  trace_id uuid
);
comment on type claimed_delivery is 'An event that a worker process has claimed: what it sends, where to, and the encrypted secrets that sign it.';

create type claimed_payout as (
  id bigint,
  merchant_id bigint,
  environment text,
  reference text,
  status text,
  fence bigint,
  amount bigint,
  currency text,
  bank_code text,
  account_number text,
  account_name text,
  narration text,
  purpose text,
  sent_through text,
  refused_by text[],
  refused_for text,
  not_found_for_ms double precision,
  is_unsent boolean,
  reported_success boolean
);
comment on type claimed_payout is 'What a worker gets of a payout that it has claimed: claim_of(). The account is empty if a refund''s destination was lost in a restore: it is polled, and never sent. refused_by: gateways that refused it before, for reasons of their own. refused_for: why its gateway, which got it, refused it; null if it did not, or may have accepted it since. not_found_for_ms: for how long the provider has reported only "not found". is_unsent: it was never sent, and its day is not over. reported_success: its gateway reported a success under an older claim, which is not on record.';

create type credit_acceptance as (
  outcome text,
  waiting credits,
  target collections
);
comment on type credit_acceptance is 'An unmatched credit that may be accepted, into target if that is not null: check_acceptance().';

create type decided_payout as (
  outcome text,
  reference text,
  charges charges_due,
  reasons text[],
  details json
);
comment on type decided_payout is 'What accept_payouts() decided of a request. reasons: why it needs approval; null if it does not. details: of a refusal, as the API shows them.';

create type ledger_movement as (
  kind text,
  subject text,
  merchant_id bigint,
  environment text,
  currency text,
  available bigint,
  reserved bigint,
  gateway bigint,
  fees bigint,
  vat_payable bigint,
  stamp_duty_payable bigint,
  suspense bigint,
  through text
);
comment on type ledger_movement is 'The input of post_journals(): what each kind of account gains (+) or gives (-) in one journal, in minor units.';
comment on column ledger_movement.through is 'The live gateway whose float gateway is. Null for movements without one.';

create type made_attempt as (
  event_id bigint,
  fence bigint,
  url text,
  request_headers json,
  status integer,
  body text,
  is_cut boolean,
  duration_ms integer,
  error text,
  retry_after_seconds integer,
  takes integer
);
comment on type made_attempt is 'The input of record_attempts(): what a worker sent for a claim and received, and how many events it takes next.';

create type new_batch_item as (
  row integer,
  amount bigint,
  bankCode text,
  accountNumber text,
  accountName text,
  payoutAccountId text,
  narration text,
  purpose text,
  merchantReference text,
  metadata json,
  confirm boolean,
  given json,
  errors jsonb
);
comment on type new_batch_item is 'An item of create_payout_batch(), as the intake of the ingress has read it.';

create type new_event as (
  merchant_id bigint,
  environment text,
  type text,
  data json,
  trace_id uuid
);
comment on type new_event is 'The input of emit_events(): whom an event is for, its type, and the resource as GET returns it.';

create type payout_destination as (
  bank_code text,
  account_number text,
  account_name text,
  is_saved boolean,
  refusal text
);
comment on type payout_destination is 'The account that a payout is to pay. is_saved: its name needs no enquiry. refusal: the outcome of accept_payouts() where there is none.';

create type payout_end as (
  payout_id bigint,
  fence bigint,
  outcome text,
  failure_code text,
  failure_message text,
  confirm_again_after interval,
  gateway text
);
comment on type payout_end is 'The result of a claimed payout as a provider reported it: an item of finish_payouts(). gateway is the one of the claim.';

create type payout_limits_in_force as (
  merchant_id bigint,
  environment text,
  payout_max bigint,
  day_max bigint,
  account_day_max bigint,
  account_day_payouts bigint,
  version text
);
comment on type payout_limits_in_force is 'The limits of a merchant in an environment, its own and its tier''s: payout_limits_of(). version names exactly these limits.';

create type payout_request as (
  merchantId bigint,
  environment text,
  idempotencyKey text,
  requestHash text,
  amount bigint,
  bankCode text,
  accountNumber text,
  accountName text,
  payoutAccountId text,
  narration text,
  purpose text,
  merchantReference text,
  metadata json,
  traceId uuid,
  key text,
  sessionId bigint,
  address inet,
  actor text,
  personId bigint
);
comment on type payout_request is 'An item of accept_payouts().';

create sequence sandbox_account_numbers start 7100000001 minvalue 1 maxvalue 7999999999;

create table api_keys (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  environment text not null,
  secret_hash bytea not null,
  last_four text not null,
  scopes text[] not null,
  allowed_cidrs cidr[] default '{}'::cidr[] not null,
  rate_limit_per_minute integer,
  made_by bigint,
  created_at timestamptz default now() not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_address inet,
  constraint api_keys_pkey primary key (id),
  constraint api_key_reference_is_unique unique (reference),
  constraint api_key_secret_hash_is_unique unique (secret_hash),
  constraint api_keys_made_by_fkey foreign key (made_by) references people(id) on delete set null,
  constraint api_keys_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint api_key_environment_is_known check (environment in ('test', 'live')),
  constraint api_key_rate_limit_is_positive check (rate_limit_per_minute > 0),
  constraint key_that_approves_requests_nothing check (('payouts:approve' <> all (scopes)) or not scopes && array['payouts:write', 'payout_batches:write', 'refunds:write', 'credits:write'])
);
comment on table api_keys is 'An API key authenticates a merchant''s backend in one environment. Rotation gives the old key an expiry; revocation stops it at once.';
comment on column api_keys.secret_hash is 'SHA-256 of the secret. Its 32 random characters cannot be guessed, so a database dump contains nothing usable.';
comment on column api_keys.allowed_cidrs is 'Empty: any address.';
comment on column api_keys.rate_limit_per_minute is 'Overrides RATE_LIMIT_PER_MINUTE for this key.';
comment on column api_keys.made_by is 'The person who created the key, or rotated the one before it. Null: an operator did. See remove_member() and request_approval().';
comment on column api_keys.last_used_at is 'Real time, at most a minute late: keep_requests() writes it from the request log.';
create index api_keys_by_maker on api_keys (merchant_id, made_by) where (made_by is not null);
create index api_keys_by_merchant on api_keys (merchant_id);
create index useless_api_keys on api_keys (least(revoked_at, expires_at)) where (least(revoked_at, expires_at) is not null);

create table applied_files (
  name text not null,
  sha256 text not null,
  applied_at timestamptz default now() not null,
  constraint applied_files_pkey primary key (name)
);

create table approval_policies (
  id bigint generated always as identity not null,
  merchant_id bigint not null,
  environment text not null,
  amount_max bigint,
  day_max bigint,
  new_destinations boolean not null,
  set_by bigint,
  starts_at timestamptz not null,
  constraint approval_policies_pkey primary key (id),
  constraint approval_policy_starts_once unique (merchant_id, environment, starts_at),
  constraint approval_policies_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint approval_policies_set_by_fkey foreign key (set_by) references people(id) on delete set null,
  constraint approval_policy_amounts_are_not_negative check (least(amount_max, day_max, 0::bigint) = 0),
  constraint approval_policy_environment_is_known check (environment in ('test', 'live'))
);
comment on table approval_policies is 'Which of a merchant''s payments need approval: set_approval_policy() writes it. The newest one that has started applies; one more may wait to start. Amounts in kobo; null: no such limit.';
comment on column approval_policies.amount_max is 'Above it, a payment needs approval.';
comment on column approval_policies.day_max is 'What takes the sum of a day in Lagos above it needs approval.';
comment on column approval_policies.new_destinations is 'Payments to an account that no payout of the merchant has reached need approval.';
comment on column approval_policies.starts_at is 'By the merchant''s time. infinity: another owner has to agree first.';

create table approvals (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  environment text not null,
  payout_id bigint,
  credit_id bigint,
  batch_id bigint,
  collection_id bigint,
  amount bigint not null,
  currency text not null,
  reasons text[] not null,
  makers bigint[] not null,
  made_with text,
  trace_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz,
  constraint approvals_pkey primary key (id),
  constraint approval_is_requested_once unique (reference),
  constraint approvals_batch_id_fkey foreign key (batch_id) references payout_batches(id),
  constraint approvals_collection_id_fkey foreign key (collection_id) references collections(id) on delete cascade,
  constraint approvals_credit_id_fkey foreign key (credit_id) references credits(id),
  constraint approvals_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint approvals_payout_id_fkey foreign key (payout_id) references payouts(id),
  constraint approval_environment_is_known check (environment in ('test', 'live')),
  constraint approval_has_reasons check (reasons <@ array['amount', 'day', 'new_destination'] and (expires_at is null or reasons <> '{}'[])),
  constraint approval_is_of_one_payment check (num_nonnulls(payout_id, credit_id, batch_id) = 1 and (collection_id is null or credit_id is not null))
);
comment on table approvals is 'Payments that wait for approval: request_approval() writes a row, and it is deleted once somebody has decided, the payment was canceled, or 72 hours have passed. The audit log keeps decisions.';
comment on column approvals.reference is 'The reference of the payout, refund, unmatched credit or payout batch.';
comment on column approvals.credit_id is 'The unmatched credit to accept: into collection_id, or as a collection of its own.';
comment on column approvals.makers is 'The people who requested the payment, made its batch or replaced an item, or created or rotated the key that did: they must not approve it. Empty: an operator made the key.';
comment on column approvals.made_with is 'The key that requested it.';
comment on column approvals.expires_at is 'By the merchant''s time. Null: the refund needs a destination first, and nobody can approve it yet.';
create unique index approval_of_a_batch_is_one on approvals (batch_id) where (batch_id is not null);
create unique index approval_of_a_credit_is_one on approvals (credit_id) where (credit_id is not null);
create unique index approval_of_a_payout_is_one on approvals (payout_id) where (payout_id is not null);
create index approvals_by_expiry on approvals (environment, expires_at) where (expires_at is not null);
create index approvals_by_merchant on approvals (merchant_id, environment, created_at desc, id desc);

create table audit_log (
  id bigint generated always as identity not null,
  done_at timestamptz default now() not null,
  merchant_id bigint,
  environment text,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  reason text,
  actor text not null,
  person_id bigint,
  address text,
  key_reference text default 
case
    when ((person_id is null) and (address is not null) and (actor ~~ 'key\_%')) then actor
    else null::text
end,
  database_user text default SESSION_USER not null,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint audit_log_environment_is_known check (environment in ('test', 'live')),
  constraint audit_log_names_its_actor check (actor ~ '\S' and length(actor) <= 200),
  constraint audit_log_reason_is_short check (length(reason) <= 1000)
);
comment on table audit_log is 'The audit log of people, API keys and operators: one row for each change, in the transaction of the change. Only log_action() writes it. Rows never change and are kept for ever.';
comment on column audit_log.merchant_id is 'The merchant concerned. Null: the change was not about one merchant.';
comment on column audit_log.environment is 'Null: neither environment, or both.';
comment on column audit_log.action is 'Named as the command is: "key create".';
comment on column audit_log.target is 'The reference of what was changed.';
comment on column audit_log.before is 'The target before the change, with secrets and personal data masked. Null: it did not exist.';
comment on column audit_log.after is 'The target after the change, masked in the same way. Null: it no longer exists.';
comment on column audit_log.actor is 'The person''s name, an API key''s reference, or the operator''s name.';
comment on column audit_log.person_id is 'Null: an operator or an API key.';
comment on column audit_log.address is 'The IP address that the person or key came from. Null: an operator.';
comment on column audit_log.key_reference is 'The API key that made the change: an actor with an address and without a person. Operators'' names never appear in this column, which the ingress may read.';
comment on column audit_log.database_user is 'The database user that made the change.';
create index audit_log_by_action on audit_log (merchant_id, action, done_at desc, id desc);
create index audit_log_by_key on audit_log (merchant_id, key_reference, done_at desc, id desc) where (key_reference is not null);
create index audit_log_by_merchant on audit_log (merchant_id, done_at desc, id desc);
create index audit_log_by_person on audit_log (merchant_id, person_id, done_at desc, id desc);
create index audit_log_by_target on audit_log (target, id desc);
create trigger audit_log_is_append_only before delete or update or truncate on audit_log for each statement execute function refuse_changes();

create table backups (
  is_last boolean default true not null,
  finished_at timestamptz not null,
  constraint backups_pkey primary key (is_last),
  constraint backup_is_the_last check (is_last)
);
comment on table backups is 'One row: when the last backup of this database ended, for the metrics.';

create table balance_days (
  account_id bigint not null,
  day date not null,
  kind text not null,
  occurred_on date not null,
  count bigint not null,
  net bigint not null,
  fee bigint,
  vat bigint,
  stamp_duty bigint,
  constraint balance_days_pkey primary key (account_id, day, kind, occurred_on),
  constraint balance_days_account_id_fkey foreign key (account_id) references balance_sums(account_id)
);
comment on table balance_days is 'The sums of a merchant''s entries on available, by their day in Africa/Lagos and their kind, so that a statement reads days and not movements (sum_balance_days). In minor units, as in the entries.';
comment on column balance_days.occurred_on is 'The day at the bank: the same or an earlier one.';

create table balance_polls (
  gateway text not null,
  poll bigint default 1 not null,
  polled_at timestamptz default now() not null,
  unanswered_since timestamptz,
  problem text,
  constraint balance_polls_pkey primary key (gateway),
  constraint balance_polls_gateway_fkey foreign key (gateway) references gateways(name)
);
comment on table balance_polls is 'When each live gateway''s balance was last polled. Workers claim the poll here (claim_balance_poll), so that one process polls at a time.';
comment on column balance_polls.poll is 'Counts the polls. An answer is recorded only if there was no later poll.';
comment on column balance_polls.unanswered_since is 'The first poll without an answer since the last answer. Null: the last one was answered.';
comment on column balance_polls.problem is 'Why the last poll has no answer: our word for it, or a status. Null: answered, or still waiting.';

create table balance_sums (
  account_id bigint not null,
  last_sequence bigint not null,
  last_journal_id bigint not null,
  constraint balance_sums_pkey primary key (account_id),
  constraint balance_sums_account_id_fkey foreign key (account_id) references ledger_accounts(id)
);
comment on table balance_sums is 'Up to which entry the days of each merchant''s available account are summed in balance_days. The tail is read from the entries.';

create table bank_provider_codes (
  bank_code text not null,
  gateway text not null,
  provider_code text not null,
  constraint bank_provider_codes_pkey primary key (bank_code, gateway),
  constraint bank_provider_code_is_of_one_bank unique (gateway, provider_code),
  constraint bank_provider_codes_bank_code_fkey foreign key (bank_code) references banks(code),
  constraint bank_provider_codes_gateway_fkey foreign key (gateway) references gateways(name),
  constraint bank_provider_code_has_its_form check (provider_code ~ '^[0-9A-Z]{3,8}$')
);
comment on table bank_provider_codes is 'What each provider calls an institution (data/bank_provider_codes.csv). Workers translate a bankCode for the provider they pay through and never pass one on untranslated: the same digits can mean different institutions at different providers. No row: the provider does not reach the institution, or its code is unknown.';

create table banks (
  code text not null,
  name text not null,
  type text not null,
  nip_code text,
  active boolean default true not null,
  constraint banks_pkey primary key (code),
  constraint bank_nip_code_is_of_one_bank unique (nip_code),
  constraint bank_code_has_its_form check (code ~ '^[0-9A-Z]{3,8}$'),
  constraint bank_nip_code_is_six_digits check (nip_code ~ '^[0-9]{6}$'),
  constraint bank_type_is_known check (type in ('commercial', 'finance_company', 'merchant', 'microfinance', 'mobile_money', 'mortgage', 'non_interest', 'payment_service_bank', 'payment_service_provider'))
);
comment on table banks is 'The bank directory: what GET /v1/banks lists, and what a bankCode must name. Rows come from data/banks.csv and from operators. A bank that closed becomes inactive and is never deleted: old payouts still name it.';
comment on column banks.code is 'Never changes; the name may. The central bank''s code, or Paystack''s, or else that of the interbank switch.';
comment on column banks.nip_code is 'The institution''s code at the interbank switch (NIP).';

create table blocked_recipients (
  id bigint generated always as identity not null,
  environment text not null,
  bank_code text,
  account_number text,
  name_words text[],
  listed_at timestamptz default now() not null,
  constraint blocked_recipients_pkey primary key (id),
  constraint blocked_recipient_is_listed_once unique nulls not distinct (environment, account_number, bank_code, name_words),
  constraint blocked_recipients_bank_code_fkey foreign key (bank_code) references banks(code),
  constraint blocked_recipient_account_number_is_nuban check (account_number ~ '^[0-9]{10}$'),
  constraint blocked_recipient_environment_is_known check (environment in ('test', 'live')),
  constraint blocked_recipient_is_an_account_or_a_name check ((account_number is null) <> (name_words is null) and (bank_code is null or account_number is not null))
);
comment on table blocked_recipients is 'Recipients whose payouts a person must review first: an account, at one bank or any, or a name.';
comment on column blocked_recipients.bank_code is 'Null: the account at any bank.';
comment on column blocked_recipients.name_words is 'A name split by name_words().';
create index blocked_recipients_by_name on blocked_recipients using gin (name_words) where (name_words is not null);

create table charge_refunds (
  payout_id bigint not null,
  service bigint not null,
  vat bigint not null,
  stamp_duty bigint not null,
  refunded_at timestamptz default now() not null,
  undone_at timestamptz,
  constraint charge_refunds_pkey primary key (payout_id),
  constraint charge_refunds_payout_id_fkey foreign key (payout_id) references payouts(id),
  constraint charge_refund_is_of_something check (least(service, vat, stamp_duty) >= 0 and (service + vat + stamp_duty) > 0)
);
comment on table charge_refunds is 'Charges that operators gave back after a reversal, in kobo: one row for each journal charges_refunded (refund_charges).';
comment on column charge_refunds.undone_at is 'When they were taken again, because a person decided that the payout had succeeded after all.';

create table charges (
  service text not null,
  kind text not null,
  starts_on date not null,
  from_amount bigint not null,
  kobo bigint,
  basis_points integer,
  exempt_purposes text[] default '{}'[] not null,
  constraint charge_band_is_unique primary key (service, kind, starts_on, from_amount),
  constraint charge_from_amount_is_not_negative check (from_amount >= 0),
  constraint charge_is_flat_or_a_rate check (num_nonnulls(kobo, basis_points) = 1),
  constraint charge_is_not_negative check (kobo >= 0),
  constraint charge_kind_is_known check (kind in ('service', 'vat', 'stamp_duty')),
  constraint charge_rate_is_a_share check (basis_points >= 0 and basis_points <= 10000),
  constraint charge_service_is_known check (service in ('payout', 'refund', 'identity_check')),
  constraint exempt_purposes_are_known check (exempt_purposes <@ array['salary', 'supplier', 'refund', 'settlement', 'own_account', 'other']),
  constraint only_stamp_duty_has_exemptions check (kind = 'stamp_duty' or exempt_purposes = '{}'[]),
  constraint only_transfers_owe_stamp_duty check (kind <> 'stamp_duty' or (service in ('payout', 'refund'))),
  constraint service_charge_is_flat check (kind <> 'service' or kobo is not null)
);
comment on table charges is 'What services cost in live mode, in kobo: our price, and the taxes on it (data/README.md has their sources). Of each kind the newest rows that have started replace all earlier ones, and of these the highest from_amount that the amount reaches applies. A change is a row that starts later (set_charge); never edit a row that has started.';
comment on column charges.starts_on is 'From 00:00 on this day in Lagos.';
comment on column charges.from_amount is 'For amounts of this and more, without the fee.';
comment on column charges.kobo is 'A flat charge. Null: it is a rate.';
comment on column charges.basis_points is 'A rate of the service charge, in hundredths of a percent, rounded half up.';
comment on column charges.exempt_purposes is 'Payouts for these don''t owe it.';

create table checkout_sessions (
  id bigint generated always as identity not null,
  token_hash bytea not null,
  payment_link_id bigint not null,
  virtual_account_id bigint,
  network bytea,
  wide_network bytea,
  created_at timestamptz default now() not null,
  shown_at timestamptz,
  purge_at timestamptz default (now() + '7 days'::interval),
  constraint checkout_sessions_pkey primary key (id),
  constraint checkout_session_has_its_own_account unique (virtual_account_id),
  constraint checkout_session_token_is_unique unique (token_hash),
  constraint checkout_sessions_payment_link_id_fkey foreign key (payment_link_id) references payment_links(id),
  constraint checkout_sessions_virtual_account_id_fkey foreign key (virtual_account_id) references virtual_accounts(id)
);
comment on table checkout_sessions is 'One payer on a payment link''s page, with the account and collection made for them. A repeated request finds its session, and no other browser sees what this payer has to pay.';
comment on column checkout_sessions.token_hash is 'SHA-256 of a token that the payer''s browser makes and sends with every request.';
comment on column checkout_sessions.network is 'Keyed hash of the payer''s IP address (for IPv6 its /56), to limit open sessions. Null: unknown.';
comment on column checkout_sessions.wide_network is 'Keyed hash of the /48 around an IPv6 address.';
comment on column checkout_sessions.shown_at is 'When a page first came back for the account, so that its payer saw it. Null: not yet.';
comment on column checkout_sessions.purge_at is 'When the session is checked, and deleted if nothing was paid. Null: something was paid, and it is kept.';
create index checkout_sessions_by_network on checkout_sessions (network, created_at) where (network is not null);
create index checkout_sessions_by_wide_network on checkout_sessions (wide_network, created_at) where (wide_network is not null);
create index checkout_sessions_to_purge on checkout_sessions (purge_at) where (purge_at is not null);

create table collections (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  environment text not null,
  virtual_account_id bigint,
  payment_link_id bigint,
  status text default 'awaiting_payment' not null,
  amount bigint not null,
  currency text not null,
  amount_received bigint default 0 not null,
  amount_refunded bigint default 0 not null,
  fee bigint default 0 not null,
  late boolean default false not null,
  unmatched_count bigint default 0 not null,
  unmatched_amount bigint default 0 not null,
  releasing_credit_id bigint,
  unmatched_credit_id bigint,
  customer_email text,
  payer json,
  chain text,
  token text,
  takes_any_chain boolean default false not null,
  takes_any_token boolean default false not null,
  address text,
  merchant_reference text,
  metadata json,
  trace_id uuid,
  created_at timestamptz default now() not null,
  inserted_at timestamptz default now() not null,
  expires_at timestamptz,
  settled_at timestamptz,
  constraint collections_pkey primary key (id),
  constraint collection_reference_is_unique unique (reference),
  constraint collections_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint collections_payment_link_id_fkey foreign key (payment_link_id) references payment_links(id),
  constraint collections_releasing_credit_id_fkey foreign key (releasing_credit_id) references credits(id),
  constraint collections_unmatched_credit_id_fkey foreign key (unmatched_credit_id) references credits(id),
  constraint collections_virtual_account_id_fkey foreign key (virtual_account_id) references virtual_accounts(id),
  constraint an_underpaid_collection_has_received check (status <> 'underpaid' or amount_received > 0),
  constraint collection_amount_is_positive check (amount > 0),
  constraint collection_amount_received_is_not_negative check (amount_received >= 0),
  constraint collection_amount_refunded_is_not_negative check (amount_refunded >= 0),
  constraint collection_chain_is_known check (chain in ('ethereum', 'polygon', 'bsc', 'tron')),
  constraint collection_environment_is_known check (environment in ('test', 'live')),
  constraint collection_fee_is_not_negative check (fee >= 0),
  constraint collection_is_paid_in_one_way check (virtual_account_id is not null and expires_at is not null and chain is null and token is null and address is null or virtual_account_id is null and expires_at is null and chain is not null and token is not null or unmatched_credit_id is not null and num_nonnulls(virtual_account_id, expires_at, chain, token, address) = 0),
  constraint collection_status_is_known check (status in ('provisioning', 'awaiting_payment', 'confirming', 'underpaid', 'succeeded', 'expired', 'failed')),
  constraint collection_token_is_known check (token in ('USDT', 'USDC')),
  constraint nothing_reaches_an_unopened_collection check ((status <> all (array['provisioning', 'failed'])) or amount_received = 0),
  constraint provisioned_crypto_collection_has_an_address check (virtual_account_id is not null or address is not null or unmatched_credit_id is not null or (status in ('provisioning', 'failed'))),
  constraint refunds_are_within_what_was_received check (amount_refunded <= amount_received),
  constraint settled_collection_has_a_time check ((status = 'succeeded') = (settled_at is not null))
);
comment on table collections is 'An amount that a merchant expects, on a virtual account or a crypto address. The worker that activates a virtual account opens its collection. Crypto collections are provisioning, which the API does not show, until a worker has an address; they expect US cents and never expire. settle_credit() settles collections, expire_virtual_account() expires them.';
comment on column collections.amount_refunded is 'The amounts of its refunds, but for those that failed, were canceled or reversed: count_refund() keeps it.';
comment on column collections.unmatched_count is 'Its credits in suspense that have an unmatched_reason. Their amount is in minor units of the collection''s currency and leaves out other currencies; the count does not. count_unmatched_credits() keeps both.';
comment on column collections.releasing_credit_id is 'The credit that completed the collection, while its part payments are still being released in steps; of one that expired its first, while the merchant is told of them.';
comment on column collections.unmatched_credit_id is 'The unmatched credit that completed it because the merchant accepted it (accept_credit); of a collection without account and address all that was ever paid.';
comment on column collections.takes_any_chain is 'The request named no chain, so every chain is accepted.';
comment on column collections.takes_any_token is 'The request named no token, so every token is accepted.';
comment on column collections.inserted_at is 'Real time; retention counts from it.';
comment on column collections.expires_at is 'The virtual account''s expiry at the time. The account may become active again for a further collection.';
create unique index collection_of_an_unmatched_credit_is_one on collections (unmatched_credit_id) where (unmatched_credit_id is not null);
create unique index collections_by_merchant_reference on collections (merchant_id, environment, merchant_reference) where ((merchant_reference is not null) and (status <> 'failed'));
create index collections_by_status on collections (merchant_id, environment, status, created_at desc, id desc);
create index collections_by_virtual_account on collections (virtual_account_id);
create index collections_failed on collections (inserted_at) where (status = 'failed');
create index collections_of_payment_links on collections (payment_link_id, status, created_at desc, id desc) where ((payment_link_id is not null) and (status <> all (array['provisioning', 'failed'])));
create index collections_provisioned_by_merchant on collections (environment, merchant_id, id) where (status = 'provisioning');
create index collections_releasing on collections (environment, settled_at, id) where (releasing_credit_id is not null);
create index collections_shown on collections (merchant_id, environment, created_at desc, id desc) where (status <> all (array['provisioning', 'failed']));
create index test_crypto_collections_unpaid on collections (inserted_at) where ((environment = 'test') and (virtual_account_id is null) and (status = 'awaiting_payment') and (amount_received = 0));
create trigger free_idempotency_keys after update of status on collections for each row when (new.status = 'failed' and old.status <> 'failed') execute function free_idempotency_keys('POST /v1/crypto-collections');
create trigger notify_payer after update of status, amount_received on collections for each row when (new.payment_link_id is not null and (new.status is distinct from old.status or new.amount_received is distinct from old.amount_received)) execute function notify_payer();

create table credit_discrepancies (
  id bigint generated always as identity not null,
  credit_id bigint not null,
  recipient text not null,
  amount bigint not null,
  currency text not null,
  times_reported bigint default 1 not null,
  first_reported_at timestamptz default now() not null,
  last_reported_at timestamptz default now() not null,
  constraint credit_discrepancies_pkey primary key (id),
  constraint credit_discrepancy_is_kept_once unique (credit_id, recipient, amount, currency),
  constraint credit_discrepancies_credit_id_fkey foreign key (credit_id) references credits(id)
);
comment on table credit_discrepancies is 'What a provider reported about a transaction that contradicts its first report, each contradiction once and at most twenty for each transaction. Nothing of it is booked. record_credit() writes it; operators read it; kept for ever.';
create index credit_discrepancies_by_time on credit_discrepancies (last_reported_at desc);

create table credit_notices (
  id bigint generated always as identity not null,
  gateway text not null,
  transaction text not null,
  kind text default 'payment' not null,
  case_id text default '' not null,
  recipient text not null,
  merchant_id bigint,
  status text default 'pending' not null,
  polls integer default 0 not null,
  next_poll_at timestamptz default now(),
  trace_id uuid,
  received_at timestamptz default now() not null,
  constraint credit_notices_pkey primary key (id),
  constraint credit_notice_is_kept_once unique (gateway, transaction, kind, case_id),
  constraint credit_notices_gateway_fkey foreign key (gateway) references gateways(name),
  constraint credit_notices_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint credit_notice_kind_is_known check (kind in ('payment', 'refund', 'dispute')),
  constraint credit_notice_status_is_known check (status in ('pending', 'recorded', 'refused', 'elsewhere', 'discrepancy', 'abandoned')),
  constraint pending_credit_notice_is_polled check ((status = 'pending') = (next_poll_at is not null))
);
comment on table credit_notices is 'A transaction that a provider named in a notice or a list. It moves no money: a worker polls the provider about it and books the answer.';
comment on column credit_notices.kind is 'What it is about: the payment itself, or a refund or dispute of it, which opens a difference for operators.';
comment on column credit_notices.case_id is 'The provider''s id of the refund or dispute. Empty: it names none, and is asked about all of the transaction.';
comment on column credit_notices.merchant_id is 'Null: no account has the reference that the provider named.';
create index credit_notices_of_nobody on credit_notices (id) where (merchant_id is null);
create index credit_notices_to_poll_in_turn on credit_notices (hashint8(coalesce(merchant_id, (0)::bigint)), next_poll_at) where (next_poll_at is not null);
create index credit_notices_to_purge on credit_notices (received_at) where (next_poll_at is null);

create table credits (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint,
  environment text not null,
  collection_id bigint,
  provider_reference text not null,
  received_through text,
  recipient text,
  amount bigint not null,
  currency text not null,
  payer json,
  status text default 'received' not null,
  unmatched_reason text,
  is_counted boolean default true not null,
  settle_after timestamptz default '-infinity'::timestamptz not null,
  settle_failures integer default 0 not null,
  trace_id uuid,
  paid_at timestamptz,
  received_at timestamptz default now() not null,
  constraint credits_pkey primary key (id),
  constraint credit_is_recorded_once unique (environment, provider_reference),
  constraint credit_reference_is_unique unique (reference),
  constraint credits_collection_id_fkey foreign key (collection_id) references collections(id),
  constraint credits_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint credit_amount_is_positive check (amount > 0),
  constraint credit_environment_is_known check (environment in ('test', 'live')),
  constraint credit_status_is_known check (status in ('confirming', 'received', 'settled', 'suspended', 'returning', 'refunded')),
  constraint credit_unmatched_reason_is_known check (unmatched_reason in ('late', 'wrong_amount', 'link_paid', 'closed')),
  constraint credit_without_a_merchant_has_no_collection check ((merchant_id is null) = (collection_id is null))
);
comment on table credits is 'Money that a gateway reports as received. record_credit() writes it once per provider transaction, however often it is reported: as confirming while it is not final (nothing is booked), else as received. A worker settles it against its collection or books it in suspense; an operator then releases it (settled) or has it sent back (refunded).';
comment on column credits.collection_id is 'Null, like merchant_id: the recipient is not one of ours.';
comment on column credits.received_through is 'The gateway. Null: http or the sandbox.';
comment on column credits.recipient is 'What the provider said it was for: the reference of a virtual account or crypto collection.';
comment on column credits.unmatched_reason is 'Why it waits in suspense for its merchant. Null while a top-up can still complete its collection. settle_credit() writes it once, or release_part_payments() when that time is over.';
comment on column credits.is_counted is 'Whether a credit in suspense is part of what its collection has received, and is released with it.';
comment on column credits.settle_after is 'When a credit that could not be booked is tried again, after the merchant''s untried ones.';
comment on column credits.paid_at is 'When the payer paid, as the provider reports it; null if it does not. Money for a permanent account goes to the collection that was open then (find_paid_collection).';
create index credits_by_collection on credits (collection_id, received_at desc, id desc);
create index credits_received_by_collection on credits (collection_id, received_at, id) where (status = 'received');
create index credits_suspended on credits (merchant_id, environment, id desc) where (status = 'suspended');
create index credits_suspended_by_collection on credits (collection_id, id) where (status = 'suspended');
create index credits_to_settle on credits (environment, coalesce(merchant_id, (0)::bigint), settle_after, id) where (status = 'received');
create index credits_unmatched on credits (collection_id, received_at desc, id desc) where ((status = 'suspended') and (unmatched_reason is not null));
create index live_credits_by_time_received on credits (received_at) where (environment = 'live');
create index unmatched_credits_by_status on credits (merchant_id, environment, status, received_at desc, id desc) where (unmatched_reason is not null);
create trigger count_unmatched_credits after update on credits referencing old table as credits_before new table as credits_after for each statement execute function count_unmatched_credits();

create table daily_totals (
  merchant_id bigint not null,
  environment text not null,
  currency text not null,
  day date not null,
  received bigint default 0 not null,
  receipts bigint default 0 not null,
  sent bigint default 0 not null,
  payouts bigint default 0 not null,
  returned bigint default 0 not null,
  vat bigint default 0 not null,
  stamp_duty bigint default 0 not null,
  constraint daily_total_is_kept_once primary key (merchant_id, environment, currency, day),
  constraint daily_totals_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint daily_total_environment_is_known check (environment in ('test', 'live'))
);
comment on table daily_totals is 'The money that a merchant moved on a day of its own time (business_now) in Africa/Lagos. post_journals() updates it in the transaction of each movement, under the lock of the balance. The fill factor leaves room for the next version of the row in its page.';
comment on column daily_totals.received is 'In minor units: what payers paid and became the merchant''s, before fees.';
comment on column daily_totals.sent is 'What left for bank accounts, before fees.';
comment on column daily_totals.returned is 'What came back from earlier payouts.';
comment on column daily_totals.vat is 'The VAT that became owed, less what was refunded. Likewise stamp_duty.';
create index daily_totals_by_day on daily_totals (day) where (environment = 'live');

create table encryption_keys (
  key_id bytea not null,
  noted_at timestamptz default now() not null,
  constraint encryption_keys_pkey primary key (key_id)
);
comment on table encryption_keys is 'The keys that something may be encrypted with. A process that lacks one of them does not start.';
comment on column encryption_keys.key_id is 'The start of the key''s SHA-256, which each encrypted value begins with too. It does not reveal the key.';

create table event_bodies (
  event_id bigint not null,
  data json not null,
  constraint event_bodies_pkey primary key (event_id),
  constraint event_bodies_event_id_fkey foreign key (event_id) references events(id)
);
comment on table event_bodies is 'The data of an event as it is signed and sent; event_body() puts the rest, which is in the event''s row, before it. Apart from the event, which each attempt rewrites.';

create table events (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  environment text not null,
  type text not null,
  subject text,
  delivery_status text not null,
  attempts integer default 0 not null,
  retries integer default 0 not null,
  next_attempt_at timestamptz,
  delivery_round integer default 0 not null,
  fence bigint default 0 not null,
  claimed_by bigint,
  claimed_until timestamptz,
  trace_id uuid,
  created_at timestamptz default now() not null,
  inserted_at timestamptz default now() not null,
  constraint events_pkey primary key (id),
  constraint event_reference_is_unique unique (reference),
  constraint events_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint claimed_event_has_a_claimant check ((claimed_by is null) = (claimed_until is null)),
  constraint event_delivery_status_is_known check (delivery_status in ('not_sent', 'pending', 'delivered', 'exhausted')),
  constraint event_environment_is_known check (environment in ('test', 'live')),
  constraint only_a_pending_event_is_sent check (delivery_status = 'pending' or claimed_by is null),
  constraint pending_event_has_a_next_attempt check ((delivery_status = 'pending') = (next_attempt_at is not null))
);
comment on table events is 'Tells a merchant about a change of state. emit_event() writes it in the transaction of that change: neither exists without the other.';
comment on column events.subject is 'The reference of the resource, or a link''s slug. Null for test events.';
comment on column events.delivery_status is 'not_sent: there was no endpoint. exhausted: no attempt is left. Held events are pending.';
comment on column events.retries is 'The place in the retry schedule. A replay starts it again, while attempts goes on counting.';
comment on column events.delivery_round is 'That of the endpoint when the next attempt was planned. An event of an earlier round is due at once, with all its attempts.';
comment on column events.fence is 'A fencing token, as in payouts.';
comment on column events.claimed_by is 'The worker process that is sending it.';
comment on column events.claimed_until is 'Until when it may, in real time.';
comment on column events.inserted_at is 'Real time; retention counts from it.';
create index events_by_merchant on events (merchant_id, environment, created_at desc, id desc);
create index events_by_subject on events (subject, created_at desc, id desc) where (subject is not null);
create index events_by_type_and_delivery_status on events (merchant_id, environment, type, delivery_status, created_at desc, id desc);
create index events_exhausted on events (merchant_id, environment, created_at, id) where (delivery_status = 'exhausted');
create index events_pending on events (environment, merchant_id, delivery_round, next_attempt_at, id) where (delivery_status = 'pending');

create table float_changes (
  id bigint generated always as identity not null,
  account_id bigint not null,
  change bigint not null,
  gained bigint default 0 not null,
  changed_at timestamptz default now() not null,
  constraint float_changes_pkey primary key (id)
);
comment on table float_changes is 'Changes of floats that are not yet in floats.held: one row for each float and statement that wrote entries, so that movements never wait for each other at a float. The sweep sums them (sum_float_changes).';
comment on column float_changes.account_id is 'Without a foreign key, which would lock the float for each row. Only a trigger writes here.';
comment on column float_changes.change is 'What the float gained (+) or gave (-) in all.';
comment on column float_changes.gained is 'What it gained, before what it gave.';

create table float_days (
  account_id bigint not null,
  day date not null,
  gained bigint default 0 not null,
  gave bigint default 0 not null,
  constraint float_days_pkey primary key (account_id, day),
  constraint float_days_account_id_fkey foreign key (account_id) references floats(account_id)
);
comment on table float_days is 'What each float gained and gave on each of the last days in Nigeria. The sweep updates it together with floats.';

create table float_moves (
  reference text not null,
  moved_from text not null,
  moved_to text not null,
  currency text not null,
  amount bigint not null,
  reverses text,
  booked_at timestamptz default now() not null,
  constraint float_moves_pkey primary key (reference),
  constraint float_move_is_reversed_once unique (reverses),
  constraint float_moves_reverses_fkey foreign key (reverses) references float_moves(reference),
  constraint float_move_amount_is_positive check (amount > 0)
);
comment on table float_moves is 'What operators moved between floats, or between a float and the owner''s bank account: one row for each journal float_moved (move_float). Compared with the lines of statements.';
comment on column float_moves.moved_from is 'A gateway, or ''bank''.';
comment on column float_moves.moved_to is 'A gateway, or ''bank''.';
comment on column float_moves.reverses is 'The move that was a mistake, which this one takes back.';
create index float_moves_by_time on float_moves (booked_at);

create table floats (
  account_id bigint not null,
  gateway text not null,
  currency text not null,
  held bigint default 0 not null,
  minimum bigint,
  changed_at timestamptz,
  days_since timestamptz default now() not null,
  constraint floats_pkey primary key (account_id),
  constraint float_is_kept_once unique (gateway, currency),
  constraint floats_account_id_fkey foreign key (account_id) references ledger_accounts(id),
  constraint floats_gateway_fkey foreign key (gateway) references gateways(name),
  constraint float_minimum_is_not_negative check (minimum >= 0)
);
comment on table floats is 'What each live gateway holds for us by our books, in minor units: minus the entries of its ledger account, which are too many to sum each time. The whole amount is held plus the rows of float_changes.';
comment on column floats.minimum is 'Below this an alert fires. Null: none.';
comment on column floats.days_since is 'From when float_days is complete. Comparisons that need earlier days are not made.';

create table gateway_rules (
  id bigint generated always as identity not null,
  operation text not null,
  merchant_id bigint,
  bank_code text,
  amount_from bigint not null,
  gateways text[] not null,
  set_at timestamptz default now() not null,
  constraint gateway_rules_pkey primary key (id),
  constraint gateway_rule_is_kept_once unique nulls not distinct (operation, merchant_id, bank_code, amount_from),
  constraint gateway_rules_bank_code_fkey foreign key (bank_code) references banks(code),
  constraint gateway_rules_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint gateway_rule_amount_is_not_negative check (amount_from >= 0),
  constraint gateway_rule_names_gateways check (cardinality(gateways) >= 1 and cardinality(gateways) <= 10),
  constraint gateway_rule_of_an_account_names_no_bank check (operation = 'payout' or bank_code is null),
  constraint gateway_rule_operation_is_known check (operation in ('payout', 'account'))
);
comment on table gateway_rules is 'The live gateways that operators want payouts to go through and accounts to be opened at: by merchant, bank and amount.';
comment on column gateway_rules.merchant_id is 'Null: any merchant.';
comment on column gateway_rules.bank_code is 'Null: any bank.';
comment on column gateway_rules.amount_from is 'In kobo: for payouts from this amount up to where the next rule of the same merchant and bank begins.';

create table gateways (
  name text not null,
  takes_our_bank_codes boolean not null,
  charges_stamp_duty boolean default false not null,
  constraint gateways_pkey primary key (name),
  constraint gateway_name_has_its_form check (name ~ '^[a-z]{2,20}$' and (name <> all (array['bank', 'sandbox'])))
);
comment on table gateways is 'The live gateways there are (data/gateways.csv), by the names of LIVE_GATEWAYS. A new one gets a float in each currency (make_floats).';
comment on column gateways.takes_our_bank_codes is 'Whether it is sent our bank codes, and is assumed to reach every bank. Otherwise it reaches those that bank_provider_codes has for it.';
comment on column gateways.charges_stamp_duty is 'Whether its provider charges the stamp duty of payouts in its fee, and pays it to the state. Until an operator knows that it does, we remit all.';
create trigger gateway_gets_floats after insert on gateways for each row execute function make_floats();

create table host_checks (
  id bigint generated always as identity not null,
  merchant_id bigint not null,
  environment text not null,
  host text not null,
  status text default 'pending' not null,
  requested_at timestamptz default now() not null,
  trace_id uuid,
  constraint host_checks_pkey primary key (id),
  constraint host_checks_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint host_check_environment_is_known check (environment in ('test', 'live')),
  constraint host_check_status_is_known check (status in ('pending', 'allowed', 'refused', 'unresolved'))
);
comment on table host_checks is 'Requests to check, while a webhook URL is being set, whether webhooks may go to the addresses of a host. Unresolved names are accepted, because every delivery checks again.';
comment on column host_checks.merchant_id is 'Whose webhook it is. A merchant may have only so many checks waiting, and identical pending ones share a row.';
comment on column host_checks.environment is 'Test webhooks may reach networks that live ones may not.';
create index host_checks_by_request on host_checks (requested_at);
create unique index host_checks_in_flight on host_checks (merchant_id, environment, host) where (status = 'pending');
create index host_checks_waiting on host_checks (environment, requested_at, id) where (status = 'pending');

create table idempotency_keys (
  merchant_id bigint not null,
  environment text not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  resource text,
  created_at timestamptz default now() not null,
  constraint idempotency_key_is_used_once primary key (merchant_id, environment, route, key),
  constraint idempotency_keys_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint idempotency_key_environment_is_known check (environment in ('test', 'live')),
  constraint idempotency_key_is_short check (length(key) >= 1 and length(key) <= 255)
);
comment on table idempotency_keys is 'What requests with an Idempotency-Key created, so that a repeated one gets the same resource. Payouts keep their own keys, for ever. claim_idempotency_key() adds a row in the transaction that creates the resource. A row counts for 30 days, and is deleted if its resource could not be provisioned.';
comment on column idempotency_keys.route is 'Method and path as declared: POST /v1/virtual-accounts.';
comment on column idempotency_keys.body_hash is 'A keyed hash of the canonical body, since a body may contain a BVN.';
comment on column idempotency_keys.resource is 'What the route finds its resource by: a row id, a reference or a slug. Null until it is created.';
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_by_resource on idempotency_keys (route, resource);

create table identity_checks (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  environment text not null,
  type text not null,
  identity_record_id bigint not null,
  status text default 'pending' not null,
  encrypted_phone bytea,
  phone_hashes bytea[],
  name text,
  is_cache_hit boolean not null,
  remaining smallint,
  limited_until timestamptz,
  merchant_reference text,
  metadata json,
  created_at timestamptz default now() not null,
  inserted_at timestamptz default now() not null,
  constraint identity_checks_pkey primary key (id),
  constraint identity_check_reference_is_unique unique (reference),
  constraint identity_checks_identity_record_id_fkey foreign key (identity_record_id) references identity_records(id),
  constraint identity_checks_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint identity_check_environment_is_known check (environment in ('test', 'live')),
  constraint identity_check_status_is_known check (status in ('pending', 'succeeded', 'failed', 'unavailable')),
  constraint identity_check_type_is_known check (type in ('bvn', 'nin')),
  constraint limited_identity_check_is_unavailable check (limited_until is null or status = 'unavailable'),
  constraint open_identity_check_has_a_phone check ((status = 'pending') = (encrypted_phone is not null))
);
comment on table identity_checks is 'A merchant''s check whether a person''s record has a phone number. The ingress inserts it as pending; a worker compares the phone and stores the result with its event. The API never shows pending and unavailable checks.';
comment on column identity_checks.encrypted_phone is 'The phone to compare. Deleted afterwards.';
comment on column identity_checks.phone_hashes is 'Keyed hashes of a pending check''s phone under each of the service''s keys, the current one first.';
comment on column identity_checks.is_cache_hit is 'Whether it needed no provider call of its own.';
comment on column identity_checks.remaining is 'After a wrong phone: how many more may be wrong.';
comment on column identity_checks.limited_until is 'Set if others reached the limit while this check waited: it is unavailable, and its phone was not compared.';
comment on column identity_checks.inserted_at is 'Real time; retention counts from it.';
create unique index identity_checks_by_merchant_reference on identity_checks (merchant_id, environment, merchant_reference) where ((merchant_reference is not null) and (status <> 'unavailable'));
create index identity_checks_by_record on identity_checks (identity_record_id);
create index identity_checks_by_status on identity_checks (merchant_id, environment, status, created_at desc, id desc);
create index identity_checks_by_type on identity_checks (merchant_id, environment, type, created_at desc, id desc) where (status in ('succeeded', 'failed'));
create index identity_checks_by_type_and_status on identity_checks (merchant_id, environment, type, status, created_at desc, id desc) where (status in ('succeeded', 'failed'));
create index identity_checks_named on identity_checks (inserted_at) where (name is not null);
create index identity_checks_shown on identity_checks (merchant_id, environment, created_at desc, id desc) where (status in ('succeeded', 'failed'));
create index identity_checks_to_complete on identity_checks (identity_record_id, id) where (status = 'pending');
create index identity_checks_waiting on identity_checks (environment, created_at, id) where (status = 'pending');
create index identity_checks_without_result on identity_checks (inserted_at) where (status = 'unavailable');
create index test_identity_checks_by_insertion on identity_checks (inserted_at) where (environment = 'test');
create trigger free_idempotency_keys after update of status on identity_checks for each row when (new.status = 'unavailable' and old.status <> 'unavailable') execute function free_idempotency_keys('POST /v1/kyc/bvn', 'POST /v1/kyc/nin');

create table identity_records (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  environment text not null,
  type text not null,
  identifier_hash bytea not null,
  status text not null,
  encrypted_record bytea,
  requested_for text not null,
  fee_reserved bigint default 0 not null,
  vat bigint,
  is_charged boolean default false not null,
  mismatched_at timestamptz[] default '{}'::timestamptz[] not null,
  matched_phone_hashes bytea[] default '{}'::bytea[] not null,
  trace_id uuid,
  created_at timestamptz default now() not null,
  completed_at timestamptz,
  stored_at timestamptz default now() not null,
  constraint identity_records_pkey primary key (id),
  constraint identity_record_is_kept_once unique (merchant_id, environment, type, identifier_hash),
  constraint identity_record_reference_is_unique unique (reference),
  constraint identity_records_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint expired_identity_record_is_empty check ((status = 'expired') = (encrypted_record is null)),
  constraint identity_fee_is_not_negative check (fee_reserved >= 0),
  constraint identity_fee_is_reserved_while_pending check (fee_reserved = 0 or status = 'pending'),
  constraint identity_keeps_five_matches check (cardinality(matched_phone_hashes) <= 5),
  constraint identity_keeps_five_mismatches check (cardinality(mismatched_at) <= 5),
  constraint identity_record_environment_is_known check (environment in ('test', 'live')),
  constraint identity_record_status_is_known check (status in ('pending', 'found', 'not_found', 'unavailable', 'expired')),
  constraint identity_record_type_is_known check (type in ('bvn', 'nin')),
  constraint identity_vat_is_not_negative check (vat >= 0)
);
comment on table identity_records is 'What a provider returned for a BVN or NIN, kept per merchant and environment so that a repeated check needs no call. The identifier is never stored in clear: a keyed HMAC finds the row. While a worker calls the provider the row is pending, and further checks of the identifier wait for the same call.';
comment on column identity_records.reference is 'Our reference at the provider, the same for every attempt.';
comment on column identity_records.status is 'expired: only the keyed hash and whether it was paid for are left.';
comment on column identity_records.encrypted_record is 'Null once the record has expired.';
comment on column identity_records.requested_for is 'The check that started the call; its reference names the journals.';
comment on column identity_records.fee_reserved is 'In kobo, while the call is pending.';
comment on column identity_records.vat is 'The VAT in the fee that was reserved last, in kobo: owed once is_charged. Null: none.';
comment on column identity_records.is_charged is 'A merchant pays once for an identifier, however often it is looked up again.';
comment on column identity_records.mismatched_at is 'The last five times that a phone did not match, oldest first. After five within 24 hours the merchant''s checks of the identifier are refused: identity_limit_ends().';
comment on column identity_records.matched_phone_hashes is 'Keyed hashes of the newest five phones that matched. Checks with one of these are answered despite too many wrong phones.';
comment on column identity_records.stored_at is 'When encrypted_record was last written, in real time.';
create index identity_records_found on identity_records (stored_at) where (status = 'found');
create index identity_records_not_found on identity_records (stored_at) where (status in ('not_found', 'unavailable'));
create index identity_records_without_result on identity_records (stored_at) where ((status = 'expired') and (not is_charged));
create index test_identity_records_expired on identity_records (stored_at) where ((environment = 'test') and (status = 'expired'));

create table invitations (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by bigint,
  created_at timestamptz default now() not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint invitations_pkey primary key (id),
  constraint invitation_token_is_unique unique (token_hash),
  constraint invitations_reference_key unique (reference),
  constraint invitations_invited_by_fkey foreign key (invited_by) references people(id) on delete set null,
  constraint invitations_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint invitation_email_is_lower_case check (email = lower(email) and length(email) <= 254),
  constraint invitation_role_is_known check (role in ('viewer', 'approver', 'developer', 'finance', 'owner'))
);
comment on table invitations is 'Invitations to join a merchant.';
comment on column invitations.email is 'The invited person''s address, in lower case.';
comment on column invitations.token_hash is 'SHA-256 of the token in the email, which has 256 random bits.';
comment on column invitations.ended_at is 'When it was accepted or revoked. Null: open until it expires.';
create unique index invitation_is_open_once on invitations (merchant_id, email) where (ended_at is null);
create index invitations_by_age on invitations (created_at);
create index invitations_by_inviter on invitations (invited_by) where (invited_by is not null);
create index invitations_by_merchant on invitations (merchant_id, created_at);

create table ledger_accounts (
  id bigint generated always as identity not null,
  merchant_id bigint,
  environment text not null,
  currency text not null,
  kind text not null,
  balance bigint,
  last_sequence bigint default 0 not null,
  last_moved_at timestamptz,
  constraint ledger_accounts_pkey primary key (id),
  constraint ledger_account_environment_and_currency unique (id, environment, currency),
  constraint ledger_account_is_unique unique nulls not distinct (merchant_id, environment, currency, kind),
  constraint ledger_accounts_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint ledger_account_currency_is_known check (currency in ('NGN', 'USD')),
  constraint ledger_account_environment_is_known check (environment in ('test', 'live')),
  constraint ledger_account_kind_fits_owner check (merchant_id is not null and (kind in ('available', 'reserved')) or merchant_id is null and ((kind in ('gateway', 'fees', 'vat_payable', 'stamp_duty_payable', 'suspense', 'provider_costs', 'input_vat', 'owner')) or kind ~ '^float_[a-z]{2,20}$')),
  constraint merchant_balance_is_not_negative check (balance >= 0),
  constraint only_merchant_accounts_carry_a_balance check ((merchant_id is null) = (balance is null))
);
comment on table ledger_accounts is 'Who owns which part of the money that gateways hold for us. Positive amounts are owed by us, so gateway accounts are negative: minus what the provider holds.';
comment on column ledger_accounts.kind is 'available and reserved: the merchant''s. gateway: test money. float_<gateway>: live money at that gateway. vat_payable and stamp_duty_payable: taxes that we owe the state. provider_costs: an expense, so negative; input_vat: the VAT on it. owner: what the platform''s owner paid in to floats or took out.';
comment on column ledger_accounts.balance is 'In minor units, of merchants'' accounts only. Every journal touches system accounts: a stored balance would make all journals wait for one row, so theirs is the sum of their entries.';
comment on column ledger_accounts.last_sequence is 'The sequence of a merchant''s newest entry. Counted here and by no sequence object, whose numbers a rollback loses.';
comment on column ledger_accounts.last_moved_at is 'The time of a merchant''s newest entry: none is older than it.';

create table ledger_entries (
  journal_id bigint not null,
  account_id bigint not null,
  environment text not null,
  currency text not null,
  amount bigint not null,
  balance_after bigint,
  sequence bigint,
  kind text,
  fee bigint,
  vat bigint,
  stamp_duty bigint,
  constraint ledger_entries_pkey primary key (account_id, journal_id),
  constraint ledger_entry_fits_account foreign key (account_id, environment, currency) references ledger_accounts(id, environment, currency),
  constraint ledger_entry_fits_journal foreign key (journal_id, environment, currency) references ledger_journals(id, environment, currency),
  constraint ledger_entry_balance_is_not_negative check (balance_after >= 0),
  constraint ledger_entry_has_its_place check ((sequence is null) = (balance_after is null)),
  constraint ledger_entry_moves_something check (amount <> 0)
);
comment on table ledger_entries is 'What one account gains or gives in a journal: at most one entry for each account. Entries of an account are read in the order of their journals: a merchant''s accounts are locked before the journal gets its id. A journal''s entries are found through the few accounts it can touch: entries_of(). Environment and currency are on both sides, so that neither can mix within a journal.';
comment on column ledger_entries.balance_after is 'The running balance of a merchant''s account. Null for system accounts.';
comment on column ledger_entries.sequence is 'Counts the entries of a merchant''s account from 1, without a gap. Null for system accounts.';
comment on column ledger_entries.kind is 'Of entries on available, which merchants see as balance transactions: what moved (balance_transaction_of). Null for other accounts.';
comment on column ledger_entries.fee is 'The charges within an entry on available, with their taxes: positive if they were taken, negative if they were given back, null if there are none.';
comment on column ledger_entries.vat is 'This much of fee is VAT. Null: it was not owed. So with stamp_duty.';
create index ledger_entries_by_kind on ledger_entries (account_id, kind, journal_id) where (kind is not null);
create trigger entries_are_append_only before delete or update or truncate on ledger_entries for each statement execute function refuse_changes();
create trigger floats_follow_entries after insert on ledger_entries referencing new table as written for each statement execute function keep_float_changes();
create trigger journals_balance after insert on ledger_entries referencing new table as written for each statement execute function refuse_unbalanced_journals();

create table ledger_journals (
  id bigint generated always as identity not null,
  kind text not null,
  subject text not null,
  merchant_id bigint,
  environment text not null,
  currency text not null,
  created_at timestamptz default now() not null,
  occurred_at timestamptz,
  constraint ledger_journals_pkey primary key (id, environment, currency),
  constraint ledger_journal_is_posted_once unique (subject, kind),
  constraint ledger_journals_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint ledger_journal_kind_is_known check (kind in ('credit_settled', 'credit_suspended', 'credit_released', 'credit_accepted', 'credit_refunded', 'payout_accepted', 'payout_settled', 'payout_released', 'payout_reversed', 'payout_release_undone', 'payout_reversal_undone', 'batch_reserved', 'batch_released', 'refund_accepted', 'refund_settled', 'refund_released', 'refund_reversed', 'refund_release_undone', 'refund_reversal_undone', 'return_accepted', 'return_settled', 'return_released', 'return_reversed', 'return_release_undone', 'return_reversal_undone', 'identity_fee_reserved', 'identity_fee_captured', 'identity_fee_released', 'charges_refunded', 'provider_fee_charged', 'duty_paid_by_provider', 'tax_remitted', 'float_moved')),
  constraint ledger_journal_occurred_before check (occurred_at < created_at)
);
comment on table ledger_journals is 'A movement of money: two or more entries that sum to zero. Only post_journals() writes journals and entries. They never change.';
comment on column ledger_journals.subject is 'The reference of the payout, refund, credit or identity check. Each moves money at most once per kind of journal. Of a batch with its run after a full stop, or an item''s place and attempt.';
comment on column ledger_journals.merchant_id is 'Null: a credit whose recipient is unknown, or a movement between system accounts.';
comment on column ledger_journals.created_at is 'Read from the clock under the locks of the merchant''s accounts, so a merchant''s journals have it in the order of their ids; in test by the merchant''s clock.';
comment on column ledger_journals.occurred_at is 'When it happened at the bank, such as a credit''s paid_at. Null: it is not known to be before created_at.';
create index ledger_journals_booked_late on ledger_journals (merchant_id, environment, currency, id) where ((created_at - occurred_at) > '01:00:00'::interval);
create trigger journals_are_append_only before delete or update or truncate on ledger_journals for each statement execute function refuse_changes();

create table ledger_proofs (
  is_last boolean default true not null,
  proved_at timestamptz not null,
  discrepancies bigint not null,
  constraint ledger_proofs_pkey primary key (is_last),
  constraint ledger_proof_is_the_last check (is_last)
);
comment on table ledger_proofs is 'One row: when the ledger was last checked, and how many ledger_discrepancies were found.';

create table mail_tokens (
  token_hash bytea not null,
  kind text not null,
  person_id bigint,
  browser_hash bytea,
  name text,
  password_hash text,
  business_name text,
  expires_at timestamptz not null,
  constraint mail_tokens_pkey primary key (token_hash),
  constraint mail_tokens_person_id_fkey foreign key (person_id) references people(id) on delete cascade,
  constraint mail_token_business_name_is_short check (length(business_name) <= 200),
  constraint mail_token_kind_is_known check (kind in ('verify_email', 'reset_password')),
  constraint mail_token_name_is_short check (length(name) <= 200)
);
comment on table mail_tokens is 'The token in an email''s link. It works once, for one person and purpose, until it expires.';
comment on column mail_tokens.token_hash is 'SHA-256 of the token, which has 256 random bits.';
comment on column mail_tokens.person_id is 'Null: there is no account, and the token does nothing. It is written so that both cases take equally long.';
comment on column mail_tokens.browser_hash is 'SHA-256 of the cookie of the browser that signed up. Any other browser must know the password too, so that signing up with someone else''s address is useless even when the owner clicks the link.';
comment on column mail_tokens.name is 'The name chosen at this sign-up. Several sign-ups of one address are kept apart until one is used.';
comment on column mail_tokens.password_hash is 'The password chosen at this sign-up.';
comment on column mail_tokens.business_name is 'The business named at this sign-up.';
create index mail_tokens_by_end on mail_tokens (expires_at);
create index mail_tokens_by_person on mail_tokens (person_id, kind);

create table mails (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint,
  recipient text not null,
  template text not null,
  facts jsonb not null,
  encrypted_token bytea,
  is_by_stranger boolean default false not null,
  sign_up_network bytea,
  status text default 'pending' not null,
  attempts integer default 0 not null,
  next_attempt_at timestamptz default now() not null,
  error text,
  trace_id uuid,
  created_at timestamptz default now() not null,
  constraint mails_pkey primary key (id),
  constraint mail_reference_is_unique unique (reference),
  constraint mails_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint mail_error_is_short check (length(error) <= 200),
  constraint mail_recipient_is_short check (length(recipient) <= 254),
  constraint mail_status_is_known check (status in ('pending', 'sent', 'kept', 'failed', 'withheld')),
  constraint mail_template_is_a_name check (template ~ '^[a-z_]{3,40}$')
);
comment on table mails is 'An email to one person. queue_mail() writes it with its job, a worker sends it. Deleted after 7 days.';
comment on column mails.reference is 'Its Message-ID, so that a second copy is recognised.';
comment on column mails.merchant_id is 'Whose notice it is, so that notices are counted per merchant. Null: not a notice.';
comment on column mails.template is 'Names the text in mail-text.ts, which facts are filled into. No secrets.';
comment on column mails.encrypted_token is 'The token of the link. Deleted once the email is sent.';
comment on column mails.is_by_stranger is 'A stranger can ask for it, so these are counted.';
comment on column mails.sign_up_network is 'SHA-256 of the network that signed up; null for all other mails. Networks that signed up within the hour leave half of all sign-ups to those that did not.';
comment on column mails.status is 'kept: no mail server is set, and a page shows it (development). withheld: there is nobody to send it to.';
comment on column mails.next_attempt_at is 'When it may be tried again; while a worker sends it, when another may take it over.';
comment on column mails.error is 'Why the last attempt failed, without addresses.';
create index mails_by_age on mails (created_at);
create index mails_by_recipient on mails (recipient, created_at);
create index mails_by_strangers on mails (created_at) where is_by_stranger;
create index mails_kept on mails (id) where (status = 'kept');
create index mails_waiting on mails (next_attempt_at) where (status = 'pending');

create table memberships (
  person_id bigint not null,
  merchant_id bigint not null,
  role text not null,
  created_at timestamptz default now() not null,
  constraint memberships_pkey primary key (person_id, merchant_id),
  constraint memberships_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint memberships_person_id_fkey foreign key (person_id) references people(id) on delete cascade,
  constraint membership_role_is_known check (role in ('viewer', 'approver', 'developer', 'finance', 'owner'))
);
comment on table memberships is 'Which people belong to a merchant, and their role.';
create index memberships_by_merchant on memberships (merchant_id, person_id);

create table merchant_origins (
  merchant_id bigint not null,
  origin text not null,
  created_at timestamptz default now() not null,
  constraint merchant_origin_is_unique primary key (merchant_id, origin),
  constraint merchant_origins_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint merchant_origin_has_no_path check (origin ~ '^https?://[^/\s]+$'),
  constraint merchant_origin_is_exact check (origin ~ '^https://([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(:[0-9]{1,5})?$' or origin ~ '^http://localhost(:[0-9]{1,5})?$')
);
comment on table merchant_origins is 'The merchant''s own sites, which may embed its checkout. Origins go into a response header, so only harmless characters are allowed, and plain http only for localhost.';
comment on column merchant_origins.origin is 'As browsers send it. merchant_origin_is_exact is the rule of checkout/origin.ts.';

create table merchant_tiers (
  name text not null,
  constraint merchant_tiers_pkey primary key (name)
);
comment on table merchant_tiers is 'Tiers that operators set payout limits for. Each merchant is in one. A tier without limits limits nothing.';

create table merchants (
  id bigint generated always as identity not null,
  reference text not null,
  name text not null,
  email text not null,
  kyb_status text default 'draft' not null,
  tier text default 'standard' not null,
  tier_set_at timestamptz,
  payout_max bigint default 1000000000 not null,
  has_exemptions boolean default true not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  closed_at timestamptz,
  constraint merchants_pkey primary key (id),
  constraint merchant_reference_is_unique unique (reference),
  constraint merchants_created_by_fkey foreign key (created_by) references people(id) on delete set null,
  constraint merchants_tier_fkey foreign key (tier) references merchant_tiers(name),
  constraint merchant_has_a_name check (name <> ''),
  constraint merchant_kyb_status_is_known check (kyb_status in ('draft', 'submitted', 'approved', 'rejected')),
  constraint merchant_payout_max_is_positive check (payout_max > 0)
);
comment on table merchants is 'A business that collects and pays out through this service: the tenant of every other table.';
comment on column merchants.tier_set_at is 'Null: it has been in this tier from the start.';
comment on column merchants.payout_max is 'The largest single payout, in kobo: ten million naira unless an operator changed it.';
comment on column merchants.has_exemptions is 'Whether its payouts for exempt purposes owe no stamp duty, unless an operator withdrew that.';
comment on column merchants.created_by is 'The person who added the merchant. Null: an operator did.';
comment on column merchants.closed_at is 'When the business left. Its documents are deleted five years later.';
create index merchants_by_creator on merchants (created_by) where (created_by is not null);
create index merchants_by_kyb_status on merchants (kyb_status, id);

create table name_enquiries (
  id bigint generated always as identity not null,
  merchant_id bigint not null,
  environment text not null,
  bank_code text not null,
  account_number text not null,
  status text default 'pending' not null,
  account_name text,
  requested_at timestamptz default now() not null,
  last_requested_at timestamptz default now() not null,
  completed_at timestamptz,
  inserted_at timestamptz default now() not null,
  trace_id uuid,
  constraint name_enquiries_pkey primary key (id),
  constraint name_enquiries_bank_code_fkey foreign key (bank_code) references banks(code),
  constraint name_enquiries_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint completed_name_enquiry_has_a_time check ((status = 'pending') = (completed_at is null)),
  constraint name_enquiry_account_number_is_nuban check (account_number ~ '^[0-9]{10}$'),
  constraint name_enquiry_environment_is_known check (environment in ('test', 'live')),
  constraint name_enquiry_status_is_known check (status in ('pending', 'resolved', 'not_found', 'not_reached', 'unavailable')),
  constraint resolved_name_enquiry_has_a_name check ((status = 'resolved') = (account_name is not null))
);
comment on table name_enquiries is 'Requests for the name of an account''s holder. The ingress inserts a row with its job; a worker stores the result. A payout''s accountName must match the merchant''s newest resolved enquiry, at most ten minutes old.';
comment on column name_enquiries.status is 'not_reached: no live gateway reaches the bank, or each that does is stopped for it. That says nothing about the account.';
comment on column name_enquiries.last_requested_at is 'When someone last requested it, in real time: identical enquiries share a row while it is pending, and workers drop those that nobody waits for.';
comment on column name_enquiries.inserted_at is 'Real time; retention counts from it. Other times follow the merchant''s test clock.';
create index name_enquiries_by_insertion on name_enquiries (inserted_at);
create unique index name_enquiries_in_flight on name_enquiries (merchant_id, environment, bank_code, account_number) where (status = 'pending');
create index name_enquiries_resolved on name_enquiries (merchant_id, environment, bank_code, account_number, completed_at desc) where (status = 'resolved');
create index name_enquiries_waiting on name_enquiries (environment, requested_at, id) where (status = 'pending');

create table partition_upkeep (
  table_name text not null,
  tried_at timestamptz not null,
  constraint partition_upkeep_pkey primary key (table_name)
);
comment on table partition_upkeep is 'When someone last tried to make or drop partitions of a table: keep_partitions() tries at most once a minute.';

create table passkeys (
  id bigint generated always as identity not null,
  reference text not null,
  person_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamptz default now() not null,
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkey_credential_is_unique unique (credential_id),
  constraint passkeys_reference_key unique (reference),
  constraint passkeys_person_id_fkey foreign key (person_id) references people(id) on delete cascade,
  constraint passkey_credential_is_short check (length(credential_id) >= 1 and length(credential_id) <= 1023),
  constraint passkey_name_is_short check (length(name) >= 1 and length(name) <= 60),
  constraint passkey_public_key_is_short check (length(public_key) <= 2000)
);
comment on table passkeys is 'The passkeys of people.';
comment on column passkeys.credential_id is 'The authenticator''s own name for the passkey.';
comment on column passkeys.public_key is 'In COSE format.';
comment on column passkeys.sign_count is 'The signature counter that the authenticator reports; always 0 if it does not count.';
comment on column passkeys.transports is 'How browsers reach the authenticator: usb, internal, hybrid ...';
comment on column passkeys.name is 'The name that the person gave it.';
comment on column passkeys.is_synced is 'Whether the person''s devices share the passkey.';
create index passkeys_by_person on passkeys (person_id, id);

create table payment_links (
  id bigint generated always as identity not null,
  merchant_id bigint not null,
  environment text not null,
  slug text not null,
  title text not null,
  amount_type text not null,
  amount bigint,
  min_amount bigint,
  max_amount bigint,
  currency text default 'NGN' not null,
  link_type text not null,
  customer_name text,
  customer_email text,
  success_redirect_url text,
  merchant_reference text,
  metadata json,
  status text default 'active' not null,
  has_open_accounts boolean default false not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint payment_links_pkey primary key (id),
  constraint payment_link_slug_is_unique unique (slug),
  constraint payment_links_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint fixed_payment_link_has_an_amount check ((amount_type = 'fixed') = (amount is not null)),
  constraint fixed_payment_link_has_no_bounds check (amount_type = 'open' or min_amount is null and max_amount is null),
  constraint only_one_time_payment_links_are_paid check (status <> 'paid' or link_type = 'one_time'),
  constraint payment_link_amount_is_positive check (amount > 0),
  constraint payment_link_amount_type_is_known check (amount_type in ('fixed', 'open')),
  constraint payment_link_bounds_are_in_order check (min_amount <= max_amount),
  constraint payment_link_environment_is_known check (environment in ('test', 'live')),
  constraint payment_link_max_amount_is_positive check (max_amount > 0),
  constraint payment_link_min_amount_is_positive check (min_amount > 0),
  constraint payment_link_status_is_known check (status in ('active', 'paid', 'disabled')),
  constraint payment_link_type_is_known check (link_type in ('one_time', 'reusable'))
);
comment on table payment_links is 'A hosted page on which payers pay a merchant: once (one_time) or repeatedly (reusable). Each payer who continues gets a virtual account and a collection. settle_credit() closes a one-time link in the transaction that settles one of them.';
comment on column payment_links.slug is 'Public and unguessable: whoever knows it may pay.';
comment on column payment_links.has_open_accounts is 'It is paid, and more accounts of other payers are open than settle_collection() ends: the sweep ends the rest.';
create index payment_links_by_merchant on payment_links (merchant_id, environment, created_at desc, id desc);
create unique index payment_links_by_merchant_reference on payment_links (merchant_id, environment, merchant_reference) where (merchant_reference is not null);
create index payment_links_by_status on payment_links (merchant_id, environment, status, created_at desc, id desc);
create index payment_links_with_open_accounts on payment_links (environment, id) where has_open_accounts;

create table payout_accounts (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  environment text not null,
  bank_code text not null,
  account_number text not null,
  account_name text not null,
  is_default boolean default false not null,
  merchant_reference text,
  metadata json,
  created_at timestamptz default now() not null,
  removed_at timestamptz,
  constraint payout_accounts_pkey primary key (id),
  constraint payout_account_reference_is_unique unique (reference),
  constraint payout_accounts_bank_code_fkey foreign key (bank_code) references banks(code),
  constraint payout_accounts_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint payout_account_environment_is_known check (environment in ('test', 'live')),
  constraint payout_account_number_is_nuban check (account_number ~ '^[0-9]{10}$'),
  constraint removed_payout_account_is_not_the_default check (removed_at is null or not is_default)
);
comment on table payout_accounts is 'A bank account that a merchant pays repeatedly, saved with the name that the bank reported.';
comment on column payout_accounts.removed_at is 'Null while it is saved. A removed account is shown nowhere, and a payout to it is refused.';
create unique index payout_account_default_is_one on payout_accounts (merchant_id, environment) where is_default;
create unique index payout_account_is_saved_once on payout_accounts (merchant_id, environment, bank_code, account_number) where (removed_at is null);
create index payout_accounts_by_merchant on payout_accounts (merchant_id, environment, created_at desc, id desc);
create unique index payout_accounts_by_merchant_reference on payout_accounts (merchant_id, environment, merchant_reference) where ((merchant_reference is not null) and (removed_at is null));

create table payout_batch_items (
  batch_id bigint not null,
  place integer not null,
  line integer,
  status text default 'validating' not null,
  attempt integer default 0 not null,
  amount bigint,
  bank_code text,
  account_number text,
  account_name text,
  payout_account text,
  narration text,
  purpose text,
  merchant_reference text,
  metadata json,
  is_confirmed boolean default false not null,
  given json,
  errors jsonb,
  name_match text,
  resolved_name text,
  named_at timestamptz,
  enquiry_id bigint,
  enquiries integer default 0 not null,
  enquire_from timestamptz default now() not null,
  duplicate text,
  fee bigint,
  vat bigint,
  stamp_duty bigint,
  exempted_duty bigint,
  payout_id bigint,
  constraint payout_batch_items_pkey primary key (batch_id, place),
  constraint payout_batch_items_bank_code_fkey foreign key (bank_code) references banks(code),
  constraint payout_batch_items_batch_id_fkey foreign key (batch_id) references payout_batches(id) on delete cascade,
  constraint payout_batch_items_payout_id_fkey foreign key (payout_id) references payouts(id),
  constraint a_waiting_item_knows_its_charges check (status <> 'waiting' or fee is not null),
  constraint batch_item_duplicate_is_known check (duplicate in ('batch', 'paid')),
  constraint batch_item_has_few_attempts check (attempt >= 0 and attempt <= 5),
  constraint batch_item_name_match_is_known check (name_match in ('match', 'close', 'different', 'unchecked', 'unverified')),
  constraint batch_item_place_is_in_a_batch check (place >= 0 and place <= 9999),
  constraint batch_item_status_is_known check (status in ('validating', 'valid', 'invalid', 'skipped', 'waiting', 'created', 'canceled')),
  constraint only_a_whole_item_is_paid check ((status <> all (array['valid', 'waiting', 'created'])) or num_nonnulls(amount, bank_code, account_number, resolved_name) = 4)
);
comment on table payout_batch_items is 'What a batch pays, one row for each of its payouts to be. An item that is created has the payout of its newest attempt.';
comment on column payout_batch_items.line is 'Its line in the CSV file. Null: it came as JSON.';
comment on column payout_batch_items.status is 'waiting: its money is reserved, and it has no payout yet. skipped: left out when the batch was started. canceled: it never became a payout, and its money is back.';
comment on column payout_batch_items.given is 'The texts that were wrong, as they came, by member.';
comment on column payout_batch_items.name_match is 'How account_name compares with resolved_name, the bank''s. unverified: the bank could not say.';
comment on column payout_batch_items.named_at is 'When the bank named it: that holds for a day.';
comment on column payout_batch_items.enquiry_id is 'The name enquiry that it waits for.';
comment on column payout_batch_items.enquire_from is 'In real time: after the bank could not be reached, it waits.';
comment on column payout_batch_items.duplicate is 'batch: another item of it has the same account and amount. paid: a payout of the last 24 hours has, or a waiting item of another batch.';
create index batch_items_by_payout on payout_batch_items (payout_id) where (payout_id is not null);
create index batch_items_by_status on payout_batch_items (batch_id, status, place);
create index batch_items_enquired on payout_batch_items (enquiry_id) where (enquiry_id is not null);

create table payout_batches (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  environment text not null,
  request_hash bytea not null,
  name text,
  status text default 'validating' not null,
  makers bigint[] default '{}'::bigint[] not null,
  item_count integer not null,
  runs integer default 0 not null,
  amount bigint default 0 not null,
  fee bigint default 0 not null,
  vat bigint,
  stamp_duty bigint,
  has_slices boolean default false not null,
  worked_at timestamptz default now() not null,
  inserted_at timestamptz default clock_timestamp() not null,
  validated_from timestamptz not null,
  cancel_reason text,
  trace_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ready_at timestamptz,
  started_at timestamptz,
  run_at timestamptz,
  canceled_at timestamptz,
  completed_at timestamptz,
  constraint payout_batches_pkey primary key (id),
  constraint payout_batch_reference_is_unique unique (reference),
  constraint payout_batches_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint only_a_started_payout_batch_moves_money check ((runs = 0) = (started_at is null) and (runs = 0) = (run_at is null) and ((status <> all (array['awaiting_approval', 'processing', 'completed'])) or runs > 0) and (not has_slices or status = 'processing')),
  constraint payout_batch_cancel_reason_is_known check (cancel_reason in ('rejected', 'expired', 'unstarted')),
  constraint payout_batch_environment_is_known check (environment in ('test', 'live')),
  constraint payout_batch_has_items check (item_count >= 1 and item_count <= 10000),
  constraint payout_batch_status_is_known check (status in ('validating', 'ready', 'awaiting_approval', 'processing', 'completed', 'canceled', 'failed'))
);
comment on table payout_batches is 'Many payouts that are decided together: create_payout_batch() writes it as validating. validate_payout_batches() asks for the names of its accounts, start_payout_batch() reserves the money of all items at once, and work_on_payout_batches() makes payouts of them, in slices.';
comment on column payout_batches.reference is 'Made from the merchant, the environment and the Idempotency-Key, as that of a payout: a key makes one batch.';
comment on column payout_batches.makers is 'The people who made it or replaced an item, or created or rotated the key that did: they must not approve it.';
comment on column payout_batches.runs is 'How often it was started: once, and once for each retry of what failed.';
comment on column payout_batches.amount is 'Of the items of the newest run, in kobo. fee, vat and stamp_duty likewise.';
comment on column payout_batches.has_slices is 'Items of it wait to become payouts, or to be canceled.';
comment on column payout_batches.worked_at is 'When its last slice was made, in real time: batches take turns.';
comment on column payout_batches.inserted_at is 'When it was made, in real time: a test clock makes no more of them.';
comment on column payout_batches.validated_from is 'Since when it is validated.';
comment on column payout_batches.cancel_reason is 'rejected or expired: its newest run was not approved. unstarted: nobody started it within seven days. Null: its merchant canceled it, or nobody did.';
comment on column payout_batches.run_at is 'When it was last started. Its payouts count for that day''s limits.';
comment on column payout_batches.canceled_at is 'When its cancellation began: what was sent by then still ends. Null again once a canceled retry has ended.';
create index payout_batches_by_merchant on payout_batches (merchant_id, environment, created_at desc, id desc);
create index payout_batches_by_status on payout_batches (merchant_id, environment, status, created_at desc, id desc);
create index payout_batches_never_started on payout_batches (worked_at) where (runs = 0);
create index payout_batches_to_work_on on payout_batches (environment, worked_at) where has_slices;
create index payout_batches_under_way on payout_batches (environment, status, created_at) where (status in ('validating', 'ready', 'processing'));

create table payout_freezes (
  id bigint generated always as identity not null,
  environment text not null,
  merchant_id bigint,
  bank_code text,
  gateway text,
  frozen_at timestamptz default now() not null,
  constraint payout_freezes_pkey primary key (id),
  constraint payout_freeze_is_kept_once unique nulls not distinct (environment, merchant_id, bank_code, gateway),
  constraint payout_freezes_bank_code_fkey foreign key (bank_code) references banks(code),
  constraint payout_freezes_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint payout_freeze_environment_is_known check (environment in ('test', 'live')),
  constraint payout_freeze_is_of_one_thing check (num_nonnulls(merchant_id, bank_code) <= 1 and num_nonnulls(merchant_id, gateway) <= 1)
);
comment on table payout_freezes is 'Operators stop sending payouts: of a merchant, to a bank, through a gateway (for one bank or all), or of a whole environment.';

create table payout_holds (
  payout_id bigint not null,
  cause text not null,
  held_at timestamptz default now() not null,
  decision text,
  decided_at timestamptz,
  constraint payout_holds_pkey primary key (payout_id),
  constraint payout_holds_payout_id_fkey foreign key (payout_id) references payouts(id),
  constraint payout_hold_cause_is_known check (cause in ('account', 'name', 'statement', 'approval')),
  constraint payout_hold_decision_is_known check (decision in ('release', 'refuse')),
  constraint payout_hold_is_decided_at_a_time check ((decision is null) = (decided_at is null))
);
comment on table payout_holds is 'Payouts that wait for a person''s decision.';
comment on column payout_holds.cause is 'What matched: the list entry may be removed before the decision. statement: by the books it was never sent, but it is on a provider''s statement. approval: it waited for approval when the database was restored.';
create index payout_holds_open on payout_holds (held_at) where (decision is null);

create table payout_limits (
  id bigint generated always as identity not null,
  environment text not null,
  merchant_id bigint,
  tier text,
  payout_max bigint,
  day_max bigint,
  account_day_max bigint,
  account_day_payouts bigint,
  set_at timestamptz not null,
  constraint payout_limits_pkey primary key (id),
  constraint payout_limits_are_kept_once unique nulls not distinct (environment, merchant_id, tier),
  constraint payout_limits_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint payout_limits_tier_fkey foreign key (tier) references merchant_tiers(name),
  constraint payout_limits_are_of_a_merchant_or_a_tier check (num_nonnulls(merchant_id, tier) = 1),
  constraint payout_limits_environment_is_known check (environment in ('test', 'live')),
  constraint payout_limits_limit_something check (least(payout_max, day_max, account_day_max, account_day_payouts) > 0 and num_nonnulls(payout_max, day_max, account_day_max, account_day_payouts) > 0)
);
comment on table payout_limits is 'Limits that an operator set for a merchant or a tier in one environment. A merchant''s own limit replaces the tier''s. Amounts in kobo; null: no limit.';
comment on column payout_limits.payout_max is 'A single payout.';
comment on column payout_limits.day_max is 'All payouts of a day in Lagos.';
comment on column payout_limits.account_day_max is 'All payouts of a day to one account.';
comment on column payout_limits.account_day_payouts is 'How many payouts a day may go to one account.';

create table payout_refusals (
  payout_id bigint not null,
  gateway text not null,
  reason text not null,
  never_left boolean default false not null,
  refused_at timestamptz default now() not null,
  constraint payout_refusal_is_kept_once primary key (payout_id, gateway),
  constraint payout_refusals_payout_id_fkey foreign key (payout_id) references payouts(id),
  constraint payout_refusal_reason_is_known check (reason in ('no_float', 'bank_unreachable', 'unavailable'))
);
comment on table payout_refusals is 'Gateways that refused to send a payout for reasons of their own, once each. It then went through another gateway or stayed with the last one. A payout fails only when all of them deny having it.';
comment on column payout_refusals.never_left is 'Whether no byte of the transfer reached the gateway, which may then get it again.';

create table payout_use (
  merchant_id bigint not null,
  environment text not null,
  day date not null,
  account text not null,
  amount bigint not null,
  payouts bigint not null,
  counted_for text,
  created_at timestamptz default now() not null,
  constraint payout_use_is_kept_once primary key (merchant_id, environment, day, account),
  constraint payout_use_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint payout_use_amount_is_not_negative check (amount >= 0),
  constraint payout_use_count_is_not_negative check (payouts >= 0),
  constraint payout_use_environment_is_known check (environment in ('test', 'live'))
);
comment on table payout_use is 'What merchants with limits have used on a day: accepted payouts, less those that failed, were canceled or reversed. One row for all accounts and, where accounts are limited, one for each. Written under the lock of the merchant''s ledger accounts. The fill factor leaves room for the next version of a row in its page.';
comment on column payout_use.account is 'Bank code and account number, separated by a space. Empty: all accounts. approvals: all payments of a merchant with an approval policy, with accepts of unmatched credits (count_payment).';
comment on column payout_use.counted_for is 'In the row for all accounts: the limits (version) that the whole day was counted under. Under other limits the day is recounted, since nothing is counted while there is no limit.';
create index payout_use_by_age on payout_use (created_at);

create table payouts (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  environment text not null,
  idempotency_key text,
  request_hash bytea,
  batch_id bigint,
  batch_place integer,
  batch_attempt integer,
  status text default 'pending' not null,
  amount bigint not null,
  fee bigint not null,
  vat bigint,
  stamp_duty bigint,
  exempted_duty bigint default 0 not null,
  purpose text default 'other' not null,
  currency text not null,
  collection_id bigint,
  credit_id bigint,
  refund_reason text,
  note text,
  bank_code text,
  bank_name text,
  account_number text,
  account_name text,
  narration text,
  merchant_reference text,
  metadata json,
  held_since timestamptz,
  fence bigint default 0 not null,
  sent_through text,
  gateway_choice jsonb,
  submitted_at timestamptz,
  call_started_at timestamptz,
  unsent_since timestamptz,
  confirmations integer default 0 not null,
  next_confirmation_at timestamptz,
  not_found_since timestamptz,
  refused_for text,
  failure_code text,
  failure_message text,
  cancel_reason text,
  reversible_until timestamptz,
  confirmed_at timestamptz,
  duplicate_gateway text,
  contradicted_by text,
  needs_review boolean default false not null,
  decided_at timestamptz,
  trace_id uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  settled_at timestamptz,
  constraint payouts_pkey primary key (id),
  constraint payout_reference_is_unique unique (reference),
  constraint payouts_bank_code_fkey foreign key (bank_code) references banks(code),
  constraint payouts_batch_id_fkey foreign key (batch_id) references payout_batches(id),
  constraint payouts_collection_id_fkey foreign key (collection_id) references collections(id),
  constraint payouts_credit_id_fkey foreign key (credit_id) references credits(id),
  constraint payouts_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint a_live_payout_names_its_gateway check (environment = 'test' or submitted_at is null or sent_through is not null),
  constraint a_paid_payout_is_settled check ((settled_at is not null) = (status in ('succeeded', 'reversed'))),
  constraint a_payout_has_a_key_or_a_batch check (num_nonnulls(idempotency_key, request_hash) =
case
    when batch_id is null then 2
    else 0
end and (num_nonnulls(batch_id, batch_place, batch_attempt) in (0, 3))),
  constraint a_processing_payout_was_submitted check (status <> 'processing' or submitted_at is not null),
  constraint exempted_duty_is_not_negative check (exempted_duty >= 0),
  constraint failed_payout_says_why check ((status = 'failed') = (failure_code is not null and failure_message is not null)),
  constraint only_a_canceled_payout_has_a_cancel_reason check (cancel_reason is null or status = 'canceled'),
  constraint only_a_claimed_payout_is_sent check ((status <> all (array['needs_destination', 'awaiting_approval', 'pending', 'canceled'])) or submitted_at is null and next_confirmation_at is null),
  constraint only_a_pending_payout_is_held check (held_since is null or status = 'pending'),
  constraint only_a_refund_has_a_reason check ((collection_id is null) = (refund_reason is null) and (note is null or collection_id is not null) and (credit_id is not null) = (not refund_reason is distinct from 'unmatched')),
  constraint only_a_refund_lacks_a_destination check (
case num_nonnulls(bank_code, bank_name, account_number, account_name)
    when 4 then status <> 'needs_destination'
    when 0 then (status <> all (array['awaiting_approval', 'pending'])) and collection_id is not null
    else false
end),
  constraint payout_amount_is_positive check (amount > 0),
  constraint payout_cancel_reason_is_known check (cancel_reason in ('rejected', 'expired')),
  constraint payout_contradiction_is_final check (contradicted_by in ('succeeded', 'failed', 'reversed')),
  constraint payout_environment_is_known check (environment in ('test', 'live')),
  constraint payout_fee_has_its_taxes check (least(vat, stamp_duty, 0::bigint) = 0 and (coalesce(vat, 0::bigint) + coalesce(stamp_duty, 0::bigint)) <= fee),
  constraint payout_fee_is_charged_or_zero check (fee >= 0),
  constraint payout_purpose_is_known check (purpose in ('salary', 'supplier', 'refund', 'settlement', 'own_account', 'other')),
  constraint payout_status_is_known check (status in ('needs_destination', 'awaiting_approval', 'pending', 'processing', 'succeeded', 'failed', 'reversed', 'canceled')),
  constraint refund_reason_is_known check (refund_reason in ('customer_request', 'duplicate', 'not_delivered', 'fraud', 'other', 'unmatched'))
);
comment on table payouts is 'Sends a merchant''s money to one bank account. accept_payouts() writes it as pending in the transaction that reserves the money, or as awaiting_approval. A worker claims it (processing), sends it under its reference and stores the result: succeeded, failed, or later reversed. A merchant may cancel it while it is pending. While the provider''s result is unknown it stays processing. A refund is a payout too: accept_refund() writes it.';
comment on column payouts.reference is 'Made from the merchant, the environment and the Idempotency-Key (payout_reference) and kept for ever: a key never pays twice.';
comment on column payouts.batch_id is 'The batch whose item it pays, at this place and for this attempt: its reference is made of these. Null: it has an Idempotency-Key.';
comment on column payouts.fee is 'What it costs, with taxes, in kobo: charges_of() at the moment it was accepted.';
comment on column payouts.vat is 'The VAT in the fee. Null: not owed.';
comment on column payouts.stamp_duty is 'The stamp duty in the fee. Null: not owed.';
comment on column payouts.exempted_duty is 'The stamp duty that its purpose spared it.';
comment on column payouts.collection_id is 'The collection whose payer gets money back. Null: it is no refund.';
comment on column payouts.credit_id is 'The unmatched credit that it returns: accept_refund() has nothing of it, return_credit() wrote it.';
comment on column payouts.note is 'The merchant''s own words about a refund. The payer does not see them.';
comment on column payouts.bank_code is 'With the three columns that follow: the account it goes to. Null: a refund that needs a destination, or did when it was canceled or the database restored (hold_after_restore).';
comment on column payouts.held_since is 'Since when the payout is on hold. Payouts on hold are not in the queue to send.';
comment on column payouts.fence is 'A fencing token: each claim adds one, and a worker''s write counts only while its claim is the newest.';
comment on column payouts.sent_through is 'The gateway of the claim. Another gateway knows nothing of the payout: it is not polled and never sends it again. Null: a test payout, or it was never claimed. Of one that our books never sent, and that is polled because a statement has it: that of the statement.';
comment on column payouts.gateway_choice is 'What was known of the live gateways when one was chosen, the best first: rankGateways() of the workers. For operators. Null: there was no choice.';
comment on column payouts.call_started_at is 'When a worker began to call a gateway that may carry out a reference twice: start_payout_calls().';
comment on column payouts.unsent_since is 'Since when it is certain that nothing was sent through the payout''s gateway: the gateway takes no calls, or there was no time. The payout is sent when its next confirmation is due. Null: it was sent, or may have been.';
comment on column payouts.not_found_since is 'Since when the provider does not find the transfer. It may learn of a transfer after accepting it, so "not found" counts only after a while.';
comment on column payouts.refused_for is 'Why its gateway refused the payout, until that counts as final: schedule_payout_confirmation().';
comment on column payouts.cancel_reason is 'Why it was not approved. Null: its merchant canceled it, or it never got a destination.';
comment on column payouts.reversible_until is 'Until when the provider may take a success back. Null: it never does.';
comment on column payouts.confirmed_at is 'When the provider confirmed, after reversible_until, that the success stands.';
comment on column payouts.duplicate_gateway is 'The gateway that had refused the payout and reports on its own that it paid it. A person decides. Null: none, or a person has decided.';
comment on column payouts.contradicted_by is 'The final result that the provider reported against the recorded one. A person decides.';
comment on column payouts.needs_review is 'A person has to look at it.';
comment on column payouts.decided_at is 'When a person decided the outcome. No other report changes it from then on.';
create index live_payouts_by_time_sent on payouts (submitted_at) where ((environment = 'live') and (submitted_at is not null));
create unique index payouts_by_batch on payouts (batch_id, batch_place, batch_attempt) where (batch_id is not null);
create unique index payouts_by_merchant_reference on payouts (merchant_id, environment, merchant_reference) where (merchant_reference is not null);
create index payouts_by_purpose on payouts (merchant_id, environment, purpose, status, created_at desc, id desc) where ((purpose <> 'other') and (collection_id is null));
create index payouts_by_status on payouts (merchant_id, environment, status, created_at desc, id desc) where (collection_id is null);
create index payouts_ended on payouts (environment, id) where (status in ('succeeded', 'failed', 'reversed'));
create index payouts_exempt on payouts (settled_at) where (exempted_duty > 0);
create index payouts_held on payouts (environment, merchant_id, id) where ((status = 'pending') and (held_since is not null));
create index payouts_of_batches_under_way on payouts (batch_id, status) where ((batch_id is not null) and (status in ('awaiting_approval', 'pending', 'processing')));
create index payouts_polled_by_merchant on payouts (environment, merchant_id, next_confirmation_at) where (next_confirmation_at is not null);
create index payouts_polled_by_minute on payouts (environment, (((- floor((extract(epoch from (next_confirmation_at at time zone 'UTC')) / (60)::numeric))))::integer), merchant_id, next_confirmation_at) where (next_confirmation_at is not null);
create index payouts_processing on payouts (environment, id) where ((status = 'processing') and (not needs_review));
create index payouts_succeeded_to on payouts (merchant_id, environment, bank_code, account_number, amount, created_at) where ((status = 'succeeded') and (collection_id is null));
create index payouts_to_review on payouts (updated_at) where needs_review;
create index payouts_to_send on payouts (environment, merchant_id, id) where ((status = 'pending') and (held_since is null));
create index refunds_by_collection on payouts (collection_id, created_at desc, id desc) where (collection_id is not null);
create index refunds_by_status on payouts (merchant_id, environment, status, created_at desc, id desc) where (collection_id is not null);
create index refunds_without_destination on payouts (environment, created_at) where (status = 'needs_destination');
create index returns_by_credit on payouts (credit_id, id desc) where (credit_id is not null);
create trigger count_refund after insert or update of status on payouts for each row when (new.collection_id is not null and new.credit_id is null) execute function count_refund();
create trigger follow_return after insert or update of status on payouts for each row when (new.credit_id is not null) execute function follow_return();

create table people (
  id bigint generated always as identity not null,
  reference text not null,
  email text not null,
  email_verified_at timestamptz,
  name text not null,
  password_hash text,
  wanted_business_name text,
  is_reviewer boolean default false not null,
  created_at timestamptz default now() not null,
  constraint people_pkey primary key (id),
  constraint people_reference_key unique (reference),
  constraint person_email_is_unique unique (email),
  constraint person_email_is_lower_case check (email = lower(email) and length(email) <= 254),
  constraint person_name_is_short check (length(name) >= 1 and length(name) <= 200),
  constraint person_wanted_business_name_is_short check (length(wanted_business_name) >= 1 and length(wanted_business_name) <= 200)
);
comment on table people is 'A person who uses the dashboard. One person may belong to several merchants; a reviewer of the platform belongs to none.';
comment on column people.email is 'Lower case, and compared as it is.';
comment on column people.email_verified_at is 'When the person proved that they receive email at this address. Without it they get no session.';
comment on column people.password_hash is 'Argon2id in PHC format. Null: the person signs in with a passkey only.';
comment on column people.wanted_business_name is 'The business that the person signs up for. It becomes a merchant once the address is verified, so that strangers cannot create merchants. Null afterwards, and for people who sign up without a business.';
comment on column people.is_reviewer is 'Works for the platform and decides about businesses.';
create index people_unproved on people (created_at) where (email_verified_at is null);

create table proof_attempts (
  person_id bigint not null,
  taken integer not null,
  since timestamptz default now() not null,
  constraint proof_attempts_pkey primary key (person_id),
  constraint proof_attempts_person_id_fkey foreign key (person_id) references people(id) on delete cascade
);
comment on table proof_attempts is 'How often someone who knew the person''s password, or has a session, tried to prove their identity again.';

create table provider_balances (
  account_id bigint not null,
  balance bigint not null,
  read_at timestamptz not null,
  held bigint not null,
  on_its_way bigint,
  unsettled bigint,
  unreported_fees bigint,
  constraint provider_balances_pkey primary key (account_id),
  constraint provider_balances_account_id_fkey foreign key (account_id) references floats(account_id)
);
comment on table provider_balances is 'The newest balance that each provider reported, in minor units, and our books at that moment (record_balances).';
comment on column provider_balances.held is 'What the float held. The columns after it may explain why the provider holds less; null where unknown.';

create table provider_notices (
  id bigint generated always as identity not null,
  gateway text not null,
  event text not null,
  reference text not null,
  payout_id bigint,
  received_at timestamptz default now() not null,
  constraint provider_notices_pkey primary key (id),
  constraint provider_notice_is_kept_once unique (gateway, reference, event),
  constraint provider_notices_gateway_fkey foreign key (gateway) references gateways(name),
  constraint provider_notices_payout_id_fkey foreign key (payout_id) references payouts(id)
);
comment on table provider_notices is 'What providers report about payouts on their own. A notice moves no money: the provider is polled.';
comment on column provider_notices.payout_id is 'Null: it matches no payout, and is kept for an operator.';
create index provider_notices_of_payout on provider_notices (payout_id);
create index provider_notices_to_purge on provider_notices (received_at);
create index provider_notices_unmatched on provider_notices (gateway, id) where (payout_id is null);

create table provider_statement_lines (
  id bigint generated always as identity not null,
  statement_id bigint not null,
  gateway text not null,
  line_id text not null,
  kind text not null,
  amount bigint not null,
  fee bigint not null,
  vat bigint default 0 not null,
  stamp_duty bigint default 0 not null,
  currency text not null,
  reference text,
  provider_id text,
  moved_at timestamptz not null,
  day date not null,
  constraint provider_statement_lines_pkey primary key (id),
  constraint statement_line_is_imported_once unique (gateway, line_id),
  constraint provider_statement_lines_statement_id_fkey foreign key (statement_id) references provider_statements(id),
  constraint statement_line_amount_is_positive check (amount > 0),
  constraint statement_line_fee_has_its_taxes check (least(vat, stamp_duty) >= 0 and (vat + stamp_duty) <= fee),
  constraint statement_line_fee_is_not_negative check (fee >= 0),
  constraint statement_line_kind_is_known check (kind in ('transfer', 'credit', 'reversal', 'top_up', 'withdrawal'))
);
comment on table provider_statement_lines is 'One movement on a statement: a transfer out, a credit, a reversal of either, or a move of a float (top_up in, withdrawal out).';
comment on column provider_statement_lines.line_id is 'The line''s own id at the provider.';
comment on column provider_statement_lines.amount is 'In minor units.';
comment on column provider_statement_lines.fee is 'What the provider charged for it, with its taxes.';
comment on column provider_statement_lines.vat is 'The VAT in the fee, if the statement has it.';
comment on column provider_statement_lines.stamp_duty is 'The stamp duty of our payout in the fee, which the provider pays to the state: finish_statement().';
comment on column provider_statement_lines.reference is 'Our reference: the payout''s, or that of the account that was paid.';
comment on column provider_statement_lines.provider_id is 'The provider''s transaction id, which a credit is reported under.';
comment on column provider_statement_lines.day is 'In Nigeria.';
create index statement_lines_by_day on provider_statement_lines (day, gateway);
create index statement_lines_by_provider_id on provider_statement_lines (provider_id);
create index statement_lines_by_reference on provider_statement_lines (reference);

create table provider_statements (
  id bigint generated always as identity not null,
  gateway text not null,
  file_hash bytea not null,
  from_day date not null,
  to_day date not null,
  has_transfers boolean default true not null,
  has_credits boolean not null,
  has_moves boolean default false not null,
  line_count integer,
  imported_at timestamptz default now() not null,
  constraint provider_statements_pkey primary key (id),
  constraint statement_is_imported_once unique (gateway, file_hash, from_day, to_day),
  constraint provider_statements_gateway_fkey foreign key (gateway) references gateways(name),
  constraint statement_covers_at_most_31_days check (to_day >= from_day and to_day <= (from_day + 30))
);
comment on table provider_statements is 'One import of a provider''s statement, of live money only. It covers whole days in Nigeria: what is in none of its lines did not move at the provider.';
comment on column provider_statements.file_hash is 'SHA-256: a file is imported once for the same days. Files of days without movements are the same bytes.';
comment on column provider_statements.has_transfers is 'Whether the file has what went out. Some providers use separate files.';
comment on column provider_statements.has_credits is 'Whether the file has what came in.';
comment on column provider_statements.has_moves is 'Whether the file has moves of floats.';
comment on column provider_statements.line_count is 'Null until all lines are in, in the same transaction.';
create index provider_statements_by_day on provider_statements (gateway, from_day);

create table provider_tariffs (
  gateway text not null,
  kind text not null,
  currency text not null,
  from_day date not null,
  up_to bigint,
  flat bigint not null,
  basis_points integer not null,
  cap bigint,
  constraint tariff_band_is_unique unique nulls not distinct (gateway, kind, currency, from_day, up_to),
  constraint provider_tariffs_gateway_fkey foreign key (gateway) references gateways(name),
  constraint tariff_cap_is_not_negative check (cap >= 0),
  constraint tariff_currency_is_known check (currency in ('NGN', 'USD')),
  constraint tariff_flat_is_not_negative check (flat >= 0),
  constraint tariff_kind_is_known check (kind in ('transfer', 'credit', 'reversal', 'top_up', 'withdrawal')),
  constraint tariff_share_is_a_share check (basis_points >= 0 and basis_points <= 10000)
);
comment on table provider_tariffs is 'What a provider may charge for a line, as agreed with it: the newest row in force whose up_to covers the amount. Without a row no fee is expected, and none differs.';
comment on column provider_tariffs.up_to is 'Amounts up to and including this, in minor units. Null: all above.';
comment on column provider_tariffs.flat is 'The fee is flat + amount * basis_points / 10,000, rounded half up, at most cap.';

create table reconciliation_differences (
  id bigint generated always as identity not null,
  reference text not null,
  gateway text not null,
  day date not null,
  kind text not null,
  subject text not null,
  line_id bigint,
  payout_id bigint,
  credit_id bigint,
  ours text,
  theirs text,
  state text not null,
  first_seen_at timestamptz default now() not null,
  polled_at timestamptz,
  closed_at timestamptz,
  reason text,
  constraint reconciliation_differences_pkey primary key (id),
  constraint difference_is_kept_once unique (gateway, day, kind, subject),
  constraint difference_reference_is_unique unique (reference),
  constraint reconciliation_differences_credit_id_fkey foreign key (credit_id) references credits(id),
  constraint reconciliation_differences_line_id_fkey foreign key (line_id) references provider_statement_lines(id),
  constraint reconciliation_differences_payout_id_fkey foreign key (payout_id) references payouts(id),
  constraint closed_difference_has_a_time check ((state in ('explained', 'resolved')) = (closed_at is not null)),
  constraint difference_kind_is_known check (kind in ('missing_here', 'missing_there', 'amount_differs', 'currency_differs', 'fee_differs', 'direction_differs', 'recipient_differs', 'duplicated_there', 'wrong_day', 'wrong_provider', 'paid_there', 'unconfirmed_here', 'reversed_there', 'not_reversed_there', 'refunded_there', 'disputed_there')),
  constraint difference_state_is_known check (state in ('waiting', 'open', 'explained', 'resolved')),
  constraint resolved_difference_has_a_reason check ((state = 'resolved') = (reason is not null))
);
comment on table reconciliation_differences is 'Where a day of a provider''s statement and our books differ. find_differences() explains each kind. A provider that takes a credit back opens one too: open_credit_case().';
comment on column reconciliation_differences.subject is 'The line''s id at the provider. Without a line: our reference, or the provider''s for the transaction.';
comment on column reconciliation_differences.ours is 'What our books say.';
comment on column reconciliation_differences.theirs is 'What the statement says, or the provider''s API.';
comment on column reconciliation_differences.state is 'waiting: it may only be late. explained: a later comparison no longer found it.';
comment on column reconciliation_differences.polled_at is 'When the provider was polled about the payout because of it.';
create index differences_to_poll on reconciliation_differences (id) where ((state = 'open') and (polled_at is null) and (payout_id is not null));
create index open_differences_by_age on reconciliation_differences (first_seen_at) where (closed_at is null);
create index open_differences_by_credit on reconciliation_differences (credit_id) where ((closed_at is null) and (credit_id is not null));
create index open_differences_by_day on reconciliation_differences (gateway, day) where (closed_at is null);

create table recovery_codes (
  person_id bigint not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (person_id, code_hash),
  constraint recovery_codes_person_id_fkey foreign key (person_id) references people(id) on delete cascade
);
comment on table recovery_codes is 'Unused recovery codes: using a code deletes its row.';
comment on column recovery_codes.code_hash is 'SHA-256. A code has 80 random bits, so a slow hash would add nothing.';

create table request_kinds (
  id integer generated always as identity not null,
  method text not null,
  path text not null,
  status smallint not null,
  error_code text,
  constraint request_kinds_pkey primary key (id),
  constraint request_kind_is_unique unique nulls not distinct (method, path, status, error_code),
  constraint request_status_has_three_digits check (status >= 100 and status <= 599)
);
comment on table request_kinds is 'What a request was and how it ended: the service''s own paths, statuses and error codes, without text of a caller. The log names a kind by its id, which keeps rows small and lets one index serve any filter.';
comment on column request_kinds.path is 'As the route declares it: /v1/payouts/:reference.';
comment on column request_kinds.status is '499: the caller disconnected before the response was complete.';

create table request_log (
  id bigint generated always as identity not null,
  merchant_id bigint not null,
  environment text not null,
  kind_id integer not null,
  request_id text not null,
  caller text not null,
  duration_ms integer not null,
  ignored_fields text,
  created_at timestamptz not null,
  inserted_at timestamptz default clock_timestamp() not null
) partition by range (inserted_at);
comment on table request_log is 'The requests of merchants, for 30 days in weekly partitions, without bodies, query strings and headers. Written in batches, without foreign keys, which would be looked up for each row: merchants and kinds are never deleted.';
comment on column request_log.caller is 'The reference of the API key or the person.';
comment on column request_log.ignored_fields is 'The response''s Ignored-Fields: fields that the endpoint did not know, as JSON pointers separated by commas.';
comment on column request_log.created_at is 'When the request arrived.';
comment on column request_log.inserted_at is 'The database''s clock as the row is written. Decides the partition, and when the row is deleted.';
create index request_log_by_kind on request_log (merchant_id, environment, kind_id, created_at desc, id desc);
create index request_log_by_request on request_log (merchant_id, environment, request_id, created_at desc, id desc);
create index request_log_by_time on request_log (merchant_id, environment, created_at desc, id desc);

create table request_log_days (
  merchant_id bigint not null,
  environment text not null,
  day date not null,
  requests bigint not null,
  constraint request_log_days_pkey primary key (merchant_id, environment, day)
);
comment on table request_log_days is 'How many requests a merchant sent on a day (UTC). The log keeps at most request_log_bound() of them.';
create index request_log_days_by_day on request_log_days (day);

create table sandbox_accounts (
  reference text not null,
  account_number text not null,
  inserted_at timestamptz default now() not null,
  constraint sandbox_accounts_pkey primary key (reference),
  constraint sandbox_account_number_is_unique unique (account_number)
);
comment on table sandbox_accounts is 'The virtual accounts that the sandbox gateway opened.';
create index sandbox_accounts_by_insertion on sandbox_accounts (inserted_at);

create table sandbox_identities (
  reference text not null,
  encrypted_phone bytea not null,
  created_at timestamptz default now() not null,
  constraint sandbox_identities_pkey primary key (reference)
);
comment on table sandbox_identities is 'The identities that the sandbox gateway knows, with the phone that each was first checked with.';
create index sandbox_identities_by_creation on sandbox_identities (created_at);

create table sandbox_transfers (
  reference text not null,
  amount bigint not null,
  currency text not null,
  bank_code text not null,
  account_number text not null,
  times_sent integer default 1 not null,
  created_at timestamptz default now() not null,
  constraint sandbox_transfers_pkey primary key (reference)
);
comment on table sandbox_transfers is 'The transfers that the sandbox gateway carried out, as a bank would keep them: one effect per reference.';
comment on column sandbox_transfers.times_sent is 'How often it was sent. It has one effect all the same.';
create index sandbox_transfers_by_creation on sandbox_transfers (created_at);

create table sessions (
  id bigint generated always as identity not null,
  reference text not null,
  token_hash bytea not null,
  person_id bigint not null,
  merchant_id bigint,
  created_at timestamptz default now() not null,
  last_seen_at timestamptz default now() not null,
  proved_at timestamptz default now() not null,
  address text,
  user_agent text,
  constraint sessions_pkey primary key (id),
  constraint session_token_is_unique unique (token_hash),
  constraint sessions_reference_key unique (reference),
  constraint sessions_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint sessions_person_id_fkey foreign key (person_id) references people(id) on delete cascade,
  constraint session_user_agent_is_short check (length(user_agent) <= 300)
);
comment on table sessions is 'Open dashboard sessions; ending a session deletes its row. All times are real, never the test clock''s.';
comment on column sessions.token_hash is 'SHA-256 of the token in the cookie, which has 256 random bits.';
comment on column sessions.merchant_id is 'The merchant that the dashboard shows. Each request looks up in memberships what the person may do there.';
comment on column sessions.proved_at is 'When the person last proved their identity: at sign-in, or when asked again before a sensitive action.';
comment on column sessions.address is 'Where the session started, so that the person can recognise it.';
comment on column sessions.user_agent is 'The browser it started in.';
create index sessions_by_age on sessions (last_seen_at);
create index sessions_by_person on sessions (person_id, last_seen_at);
create index sessions_by_start on sessions (created_at);
create trigger notify_watchers after delete or update of merchant_id on sessions for each row execute function notify_watchers();

create table sign_in_attempts (
  subject bytea not null,
  attempts integer not null,
  since timestamptz default now() not null,
  constraint sign_in_attempts_pkey primary key (subject)
);
comment on table sign_in_attempts is 'Counts password attempts within 15 minutes: take_attempts().';
comment on column sign_in_attempts.subject is 'SHA-256 of what is counted: an account, a device of an account, or a network.';
create index sign_in_attempts_by_age on sign_in_attempts (since);

create table sign_ins (
  token_hash bytea not null,
  person_id bigint not null,
  attempts integer default 0 not null,
  expires_at timestamptz not null,
  constraint sign_ins_pkey primary key (token_hash),
  constraint sign_ins_person_id_fkey foreign key (person_id) references people(id) on delete cascade
);
comment on table sign_ins is 'A sign-in with the right password that still lacks the second factor. It opens only the routes that take one.';
comment on column sign_ins.attempts is 'How often a second factor was tried.';
create index sign_ins_by_end on sign_ins (expires_at);
create index sign_ins_by_person on sign_ins (person_id);

create table signing_secrets (
  merchant_id bigint not null,
  environment text not null,
  secret bytea not null,
  constraint signing_secret_is_unique primary key (merchant_id, environment),
  constraint signing_secrets_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint signing_secret_environment_is_known check (environment in ('test', 'live'))
);
comment on table signing_secrets is 'The encrypted secret that signs events of a merchant without a webhook endpoint, so that "npm run listen" can forward them to a developer''s machine. The endpoint takes it over. Written at each "npm start".';

create table tax_remittances (
  reference text not null,
  kind text not null,
  amount bigint not null,
  booked_at timestamptz default now() not null,
  constraint tax_remittances_pkey primary key (reference),
  constraint remittance_is_positive check (amount > 0),
  constraint remitted_tax_is_known check (kind in ('vat', 'stamp_duty'))
);
comment on table tax_remittances is 'Taxes that the platform''s owner paid to the state from its own account, in kobo: one row for each journal tax_remitted (remit_tax).';
create index tax_remittances_by_time on tax_remittances (booked_at);

create table test_clocks (
  merchant_id bigint not null,
  offset_minutes integer not null,
  updated_at timestamptz default now() not null,
  constraint test_clocks_pkey primary key (merchant_id),
  constraint test_clocks_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint test_clock_moves_forward check (offset_minutes > 0)
);
comment on table test_clocks is 'How far a merchant moved the clock of its test environment ahead: business times of its test rows are now() plus this (business_now()). Merchants without a row, and all live rows, use the real time.';

create table totp_secrets (
  person_id bigint not null,
  encrypted_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint default 0 not null,
  created_at timestamptz default now() not null,
  constraint totp_secrets_pkey primary key (person_id),
  constraint totp_secrets_person_id_fkey foreign key (person_id) references people(id) on delete cascade
);
comment on table totp_secrets is 'The secrets of people''s authenticator apps (TOTP).';
comment on column totp_secrets.confirmed_at is 'Null: shown to the person, who has not yet proved that an app knows it.';
comment on column totp_secrets.last_step is 'The 30-second step of the last accepted code. Codes of this step and of earlier ones are refused.';

create table used_challenges (
  challenge_hash bytea not null,
  used_at timestamptz default now() not null,
  constraint used_challenges_pkey primary key (challenge_hash)
);
comment on table used_challenges is 'WebAuthn challenges that were answered, so that none is answered twice. A challenge itself proves who made it, its purpose and its expiry.';
comment on column used_challenges.challenge_hash is 'SHA-256 of the challenge.';
create index used_challenges_by_age on used_challenges (used_at);

create table verification_documents (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  kind text not null,
  media_type text not null,
  size integer not null,
  encrypted_key bytea not null,
  encrypted_name bytea not null,
  encrypted_content bytea not null,
  created_at timestamptz default now() not null,
  constraint verification_documents_pkey primary key (id),
  constraint verification_documents_reference_key unique (reference),
  constraint verification_documents_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint verification_document_is_bounded check (size >= 1 and size <= 5242880),
  constraint verification_document_kind_is_known check (kind in ('registration_certificate', 'proof_of_address', 'identity_document', 'other')),
  constraint verification_document_type_is_known check (media_type in ('application/pdf', 'image/png', 'image/jpeg'))
);
comment on table verification_documents is 'A merchant''s proof. Its own random key encrypts name and content, and the master key encrypts that key: changing the master key does not rewrite all content.';
comment on column verification_documents.media_type is 'What the content is, whatever its name says.';
comment on column verification_documents.size is 'In bytes, before encryption.';
create index verification_documents_by_merchant on verification_documents (merchant_id, id);

create table verifications (
  merchant_id bigint not null,
  encrypted_form bytea,
  version integer default 0 not null,
  status_since timestamptz default now() not null,
  reason text,
  submitted_by bigint,
  approved_at timestamptz,
  purge_at timestamptz default (now() + '90 days'::interval),
  constraint verifications_pkey primary key (merchant_id),
  constraint verifications_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint verifications_submitted_by_fkey foreign key (submitted_by) references people(id) on delete set null,
  constraint verification_reason_is_short check (length(reason) <= 1000)
);
comment on table verifications is 'What a merchant says about its business before it may go live: one row for each merchant that has begun. Its state is merchants.kyb_status, which live actions read.';
comment on column verifications.encrypted_form is 'The form as JSON, encrypted: for a sole proprietor all of it is personal. Null: nothing was saved.';
comment on column verifications.version is 'Grows with each saved form, so that nobody submits or overwrites what someone else has just written.';
comment on column verifications.status_since is 'Since when kyb_status has its value.';
comment on column verifications.reason is 'Why it was last rejected. Null from the next submission on.';
comment on column verifications.submitted_by is 'Who submitted it, so that nobody decides about their own submission. Null: nobody yet, or an operator.';
comment on column verifications.approved_at is 'When it was first approved. From then on its documents are kept until years after the merchant closes.';
comment on column verifications.purge_at is 'When the form and documents are deleted, in real time. Null while reviewers or an approved business need them. Every change of state sets it by verification_term().';
create index verifications_by_submitter on verifications (submitted_by) where (submitted_by is not null);
create index verifications_to_purge on verifications (purge_at) where (purge_at is not null);

create table virtual_accounts (
  id bigint generated always as identity not null,
  reference text not null,
  merchant_id bigint not null,
  environment text not null,
  payment_link_id bigint,
  status text default 'provisioning' not null,
  customer_name text,
  customer_email text not null,
  amount bigint not null,
  currency text not null,
  is_one_time boolean default false not null,
  expires_in_minutes integer not null,
  expires_at timestamptz not null,
  provisioned_through text,
  provider_account text,
  bank_code text,
  bank_name text,
  account_number text,
  account_name text,
  merchant_reference text,
  metadata json,
  next_poll_at timestamptz,
  polls integer default 0 not null,
  poll_failures integer default 0 not null,
  poll_page text,
  poll_pages integer default 0 not null,
  purge_at timestamptz,
  trace_id uuid,
  created_at timestamptz default now() not null,
  inserted_at timestamptz default now() not null,
  constraint virtual_accounts_pkey primary key (id),
  constraint virtual_account_reference_is_unique unique (reference),
  constraint virtual_accounts_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint virtual_accounts_payment_link_id_fkey foreign key (payment_link_id) references payment_links(id),
  constraint provisioned_virtual_account_has_its_numbers check ((status in ('provisioning', 'failed')) or bank_code is not null and bank_name is not null and account_number is not null and account_name is not null),
  constraint virtual_account_amount_is_positive check (amount > 0),
  constraint virtual_account_environment_is_known check (environment in ('test', 'live')),
  constraint virtual_account_expiry_is_bounded check (expires_in_minutes >= 1 and expires_in_minutes <= 10080),
  constraint virtual_account_status_is_known check (status in ('provisioning', 'failed', 'active', 'closed', 'expired'))
);
comment on table virtual_accounts is 'A bank account that a gateway provisions for one payment flow. The ingress inserts it as provisioning with its job; a worker makes it active and opens its collection. The API shows active, closed (paid) and expired accounts only.';
comment on column virtual_accounts.payment_link_id is 'The link whose payer pays here. Null: the merchant requested the account.';
comment on column virtual_accounts.is_one_time is 'Whether the gateway''s account takes one payment only.';
comment on column virtual_accounts.provisioned_through is 'The gateway that holds the account. Null: the sandbox.';
comment on column virtual_accounts.provider_account is 'The gateway''s name for the account. Null: it cannot be polled.';
comment on column virtual_accounts.next_poll_at is 'When the gateway is next polled about incoming money.';
comment on column virtual_accounts.poll_page is 'How far a long answer has been read.';
comment on column virtual_accounts.purge_at is 'When the account and its collections are deleted unless money came, in real time. Null: never. Set for accounts that payers or tests request (request_virtual_account).';
comment on column virtual_accounts.inserted_at is 'Real time; retention counts from it.';
create index active_virtual_accounts_of_payment_links on virtual_accounts (payment_link_id, id) where ((status = 'active') and (payment_link_id is not null));
create index open_virtual_accounts_of_payment_links on virtual_accounts (merchant_id, environment, payment_link_id) where ((payment_link_id is not null) and (status in ('provisioning', 'active')));
create unique index virtual_account_number_is_active_once on virtual_accounts (environment, bank_code, account_number) where (status = 'active');
create unique index virtual_accounts_by_merchant_reference on virtual_accounts (merchant_id, environment, merchant_reference) where ((merchant_reference is not null) and (status <> 'failed'));
create index virtual_accounts_by_number on virtual_accounts (merchant_id, environment, account_number, id desc) where (account_number is not null);
create index virtual_accounts_by_status on virtual_accounts (merchant_id, environment, status, created_at desc, id desc) where (status in ('active', 'closed', 'expired'));
create index virtual_accounts_due on virtual_accounts (environment, expires_at) where (status = 'active');
create index virtual_accounts_failed on virtual_accounts (inserted_at) where (status = 'failed');
create index virtual_accounts_provisioned_by_merchant on virtual_accounts (environment, merchant_id, id) where (status = 'provisioning');
create index virtual_accounts_shown on virtual_accounts (merchant_id, environment, created_at desc, id desc) where (status in ('active', 'closed', 'expired'));
create index virtual_accounts_to_expire_by_clock on virtual_accounts (merchant_id, expires_at) where ((environment = 'test') and (status = 'active'));
create index virtual_accounts_to_poll_in_turn on virtual_accounts (provisioned_through, ((payment_link_id is not null)), hashint8(merchant_id), next_poll_at) where (next_poll_at is not null);
create index virtual_accounts_to_purge on virtual_accounts (purge_at) where (purge_at is not null);
create trigger free_idempotency_keys after update of status on virtual_accounts for each row when (new.status = 'failed' and old.status <> 'failed') execute function free_idempotency_keys('POST /v1/virtual-accounts');

create table webhook_attempts (
  event_id bigint not null,
  number integer not null,
  url text not null,
  request_headers json not null,
  response_status integer,
  response_body text,
  response_cut boolean,
  duration_ms integer not null,
  error text,
  sent_at timestamptz default now() not null,
  inserted_at timestamptz default clock_timestamp() not null
) partition by range (inserted_at);
comment on table webhook_attempts is 'Attempts to deliver an event, kept for 30 days in weekly partitions. Without a foreign key: making or dropping a partition would lock the events, and so everything that moves money. record_attempts() has locked the event, and purge_events() deletes attempts with their event. Event and number are the primary key of each partition; that of the table would have to include inserted_at.';
comment on column webhook_attempts.response_cut is 'Whether the response was longer than what is kept of it. Null: it was not, or there was none.';
comment on column webhook_attempts.inserted_at is 'The database''s clock as the row is written. Decides the partition, and when the row is deleted.';

create table webhook_claims (
  endpoint_id bigint not null,
  event_ids bigint[] not null,
  constraint webhook_claims_pkey primary key (endpoint_id),
  constraint webhook_claims_endpoint_id_fkey foreign key (endpoint_id) references webhook_endpoints(id)
);
comment on table webhook_claims is 'The events of each endpoint that may be in delivery. Apart from the endpoint, because each claim rewrites this row while everything that moves money reads the endpoint''s. Written under the lock of the endpoint''s row.';

create table webhook_endpoints (
  id bigint generated always as identity not null,
  merchant_id bigint not null,
  environment text not null,
  url text not null,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  failing_since timestamptz,
  is_slow boolean default false not null,
  slow_until timestamptz default '-infinity'::timestamptz not null,
  delivery_round integer default 0 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint webhook_endpoints_pkey primary key (id),
  constraint webhook_endpoint_is_unique unique (merchant_id, environment),
  constraint webhook_endpoints_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint disabled_webhook_endpoint_says_why check ((disabled_at is null) = (disabled_reason is null)),
  constraint previous_webhook_secret_expires check ((previous_secret is null) = (previous_secret_expires_at is null)),
  constraint webhook_endpoint_environment_is_known check (environment in ('test', 'live'))
);
comment on table webhook_endpoints is 'Where a merchant receives events: one URL per environment, each with its own signing secret. A disabled endpoint gets nothing, and its pending events are held: disabling and enabling changes this row only, whatever the number of events.';
comment on column webhook_endpoints.secret is 'Encrypted (AES-256-GCM) under SERVICE_ENCRYPTION_KEY.';
comment on column webhook_endpoints.previous_secret is 'Signs as well during a rotation; erased after it.';
comment on column webhook_endpoints.failing_since is 'The first failure since the last success. Five days of failures disable the endpoint.';
comment on column webhook_endpoints.is_slow is 'Whether an attempt took long lately. Slow endpoints have a queue of their own.';
comment on column webhook_endpoints.slow_until is 'In real time. A fast attempt before it does not end the slowness; a slow one moves it on.';
comment on column webhook_endpoints.delivery_round is 'Grows each time a disabled endpoint is enabled again.';
create index webhook_endpoints_disabled on webhook_endpoints (environment) where (disabled_at is not null);
create index webhook_endpoints_with_previous_secret on webhook_endpoints (previous_secret_expires_at) where (previous_secret_expires_at is not null);

create table worker_processes (
  id bigint generated always as identity not null,
  slot integer not null,
  started_at timestamptz default now() not null,
  heartbeat_at timestamptz default now() not null,
  constraint worker_processes_pkey primary key (id),
  constraint worker_process_slot_is_unique unique (slot)
);
comment on table worker_processes is 'A running worker process. It locks jobs in the name of its id. record_heartbeat() updates it every second. After three seconds of silence another process unlocks its jobs, which graphile-worker would do only after four hours.';
comment on column worker_processes.slot is 'A small number that no other running process has. Names the process''s heartbeat task.';

create view due_jobs (
  queue text,
  run_at timestamptz
);

create view float_balances (
  account_id bigint,
  gateway text,
  currency text,
  held bigint,
  minimum bigint,
  changed_at timestamptz
);

create view float_shortfalls (
  account_id bigint,
  balance bigint,
  read_at timestamptz,
  difference bigint,
  on_its_way bigint,
  unsettled bigint,
  unreported_fees bigint,
  unexplained_shortfall bigint
);

create view ledger_balances (
  account_id bigint,
  merchant_id bigint,
  environment text,
  currency text,
  kind text,
  balance bigint
);

create view ledger_discrepancies (
  problem text,
  subject text,
  difference numeric
);

create view open_suspense (
  credit text,
  merchant text,
  environment text,
  collection text,
  recipient text,
  amount bigint,
  currency text,
  provider_reference text,
  received_at timestamptz
);

create view queued_jobs (
  queue text,
  id bigint,
  task text,
  key text,
  priority smallint,
  run_at timestamptz,
  attempts smallint,
  max_attempts smallint,
  is_available boolean,
  last_error text,
  locked_at timestamptz,
  locked_by text,
  created_at timestamptz,
  updated_at timestamptz
);

create view shown_identity_checks (
  id bigint,
  merchant_id bigint,
  environment text,
  reference text,
  type text,
  status text,
  name text,
  is_cache_hit boolean,
  merchant_reference text,
  metadata json,
  created_at timestamptz
);

function accept_credit(p_merchant_id bigint, p_environment text, p_reference text, p_acting acting, p_caller caller, p_collection text default null::text, out outcome text, out credit json) returns record
function accept_invitation(p_token_hash bytea, p_person_id bigint, p_acting acting, out outcome text, out merchant text) returns record
function accept_payouts(p_requests jsonb, p_waits boolean default true) returns table(ordinal bigint, outcome text, payout json, details json)
function accept_refund(p_merchant_id bigint, p_environment text, p_idempotency_key text, p_request_hash bytea, p_collection text, p_reason text, p_least bigint, p_acting acting, p_caller caller, p_amount bigint default null::bigint, p_note text default null::text, p_bank_code text default null::text, p_account_number text default null::text, p_account_name text default null::text, p_is_unresolved boolean default false, p_trace_id uuid default null::uuid, out outcome text, out refund json, out details json) returns record
function activate_crypto_collection(p_collection_id bigint, p_address text) returns boolean
function activate_virtual_account(p_account_id bigint, p_bank_code text, p_bank_name text, p_account_number text, p_account_name text, p_through text, p_provider_account text, p_is_one_time boolean, p_ends_at timestamptz) returns boolean
function add_merchant_origin(p_merchant_id bigint, p_origin text, p_acting acting) returns void
function add_new_jobs(p_queue text, p_task text, p_keys text[], p_payloads json[], p_flags jsonb[], p_run_at timestamptz, p_priority smallint) returns integer
function add_own_merchant(p_person_id bigint, p_name text, p_acting acting) returns merchants
function add_passkey(p_person_id bigint, p_challenge_hash bytea, p_credential_id bytea, p_public_key bytea, p_sign_count bigint, p_transports text[], p_is_synced boolean, p_name text, p_recovery_hashes bytea[], p_acting acting, p_session_id bigint, out outcome text, out passkey text, out is_first boolean) returns record
function add_statement_lines(p_statement_id bigint, p_lines jsonb) returns integer
function add_verification_document(p_merchant_id bigint, p_kind text, p_media_type text, p_size integer, p_encrypted_key bytea, p_encrypted_name bytea, p_encrypted_content bytea, p_acting acting, out outcome text, out reference text) returns record
function advance_test_clock(p_merchant_id bigint, p_minutes integer) returns json
function api_key_facts(p_key api_keys) returns jsonb
function api_key_json(p_key api_keys) returns json
function api_key_name(p_key api_keys) returns text
function approval_json(p_approval approvals, p_decision text default null::text) returns json
function approval_of(p_payout payouts, p_reasons text[], p_makers bigint[] default null::bigint[], p_made_with text default null::text) returns approvals
function approval_policy_facts(p_policy approval_policies) returns jsonb
function approval_policy_json(p_merchant_id bigint, p_environment text) returns json
function approval_policy_of(p_merchant_id bigint, p_environment text) returns setof approval_policies
function approval_reasons(p_policy approval_policies, p_amount bigint, p_currency text, p_total bigint, p_bank_code text, p_account_number text) returns text[]
function attention_json(p_merchant_id bigint, p_environment text) returns json
function authenticate_keys(p_hashes bytea[], p_addresses inet[]) returns table(ordinal bigint, key text, merchant_id bigint, merchant text, environment text, scopes text[], rate_limit_per_minute integer, is_revoked boolean, is_ip_allowed boolean, is_live_approved boolean)
function await_payout_claims() returns boolean
function balance_before(p_account_id bigint, p_time timestamptz, p_last_journal_id bigint) returns bigint
function balance_days_json(p_merchant_id bigint, p_environment text, p_currency text, p_kind text, p_from date, p_to date) returns json
function balance_transaction_json(p_entry ledger_entries, p_journal ledger_journals) returns json
function balance_transaction_of(p_kind text, p_subject text, p_available bigint, p_fees bigint, p_vat bigint, p_stamp_duty bigint) returns table(kind text, fee bigint, vat bigint, stamp_duty bigint, occurred_at timestamptz)
function balances_at(p_merchant_id bigint, p_environment text, p_at timestamptz) returns json
function batch_approval_reasons(p_batch payout_batches, p_policy approval_policies, p_items bigint, p_amount bigint) returns text[]
function batch_charges(p_kind text, p_subject text) returns charges_due
function batch_error(p_is_wrong boolean, p_field text, p_code text, p_message text) returns jsonb
function batch_item_facts(p_item payout_batch_items) returns jsonb
function batch_name_errors(p_name_match text, p_resolved text) returns jsonb
function batch_name_match(p_given text, p_resolved text) returns text
function batch_of(p_payout payouts) returns text
function begin_batch_cancel(p_batch payout_batches, p_reason text) returns payout_batches
function begin_statement(p_gateway text, p_file_hash bytea, p_from date, p_to date, p_has_credits boolean, p_has_transfers boolean, p_has_moves boolean) returns bigint
function begin_totp(p_person_id bigint, p_encrypted_secret bytea) returns boolean
function block_recipient(p_environment text, p_account text, p_bank text, p_name text, p_acting acting) returns table(entry bigint, environment text, recipient text)
function blocked_recipient(p_environment text, p_bank_code text, p_account_number text, p_account_name text) returns text
function business_now(p_merchant_id bigint, p_environment text) returns timestamptz
function cancel_batch_slice(p_batch payout_batches, p_most integer default 200) returns integer
function cancel_payout(p_merchant_id bigint, p_environment text, p_reference text, p_acting acting, p_caller caller, out outcome text, out payout json) returns record
function cancel_payout_batch(p_merchant_id bigint, p_environment text, p_reference text, p_acting acting, p_caller caller, out outcome text, out batch json) returns record
function cancel_unsent(p_payouts payouts[], p_reason text default null::text) returns setof payouts
function cancel_waiting_refunds(p_environment text, p_clocks bigint[]) returns integer
function carry_out_acceptance(p_acceptance credit_acceptance, p_acting acting) returns void
function change_kyb_status(p_before merchants, p_status text, p_action text, p_acting acting) returns void
function change_marks(p_merchant_ids bigint[], p_environments text[]) returns table(merchant_id bigint, environment text, marks json)
function change_password(p_session_id bigint, p_old_hash text, p_new_hash text, p_token_hash bytea, p_acting acting) returns boolean
function change_payout_use(p_movements ledger_movement[]) returns void
function charges_of(p_service text, p_environment text, p_amount bigint, p_purpose text, p_has_exemptions boolean, p_at timestamptz) returns setof charges_due
function check_acceptance(p_merchant_id bigint, p_environment text, p_reference text, p_collection text) returns credit_acceptance
function check_batch_items(p_batch payout_batches, p_least bigint, p_place integer default null::integer) returns void
function checkout_capacity(p_link payment_links, p_network bytea, p_wide_network bytea) returns text
function checkout_link_status(p_link payment_links) returns text
function checkout_session_json(p_session checkout_sessions, p_account virtual_accounts) returns json
function choose_gateway(p_gateways text[], p_bank_code text) returns text
function claim_account_poll(p_account_id bigint) returns setof virtual_accounts
function claim_balance_poll(p_gateway text) returns bigint
function claim_credit_notice(p_notice_id bigint) returns setof credit_notices
function claim_deliveries(p_event_ids bigint[], p_worker_id bigint, p_is_slow boolean, p_waits boolean) returns table(ordinal bigint, event_id bigint, outcome text, fence bigint, reference text, body text, url text, secret bytea, previous_secret bytea, merchant_id bigint, environment text, trace_id uuid)
function claim_idempotency_key(p_merchant_id bigint, p_environment text, p_route text, p_key text, p_body_hashes bytea[], out outcome text, out resource text) returns record
function claim_mail(p_mail_id bigint) returns table(attempt integer, reference text, recipient text, template text, facts jsonb, encrypted_token bytea, created_at timestamptz)
function claim_of(p_payout payouts) returns claimed_payout
function claim_payout_confirmation(p_payout_id bigint) returns setof claimed_payout
function claim_payout_resend(p_payout_id bigint, p_fence bigint) returns setof claimed_payout
function claim_payouts(p_payout_ids bigint[], p_waits boolean, p_gateways text[], p_gateway_choice jsonb, p_may_repeat text[]) returns table(ordinal bigint, outcome text, id bigint, merchant_id bigint, environment text, reference text, status text, fence bigint, amount bigint, currency text, bank_code text, account_number text, account_name text, narration text, purpose text, sent_through text, refused_by text[], refused_for text, not_found_for_ms double precision, is_unsent boolean, reported_success boolean)
function claimed_before_freeze(p_environment text, p_scope text, p_merchant text, p_bank text, p_gateway text) returns table(environment text, already_claimed bigint, claims_have_ended boolean)
function close_merchant(p_merchant_id bigint, p_acting acting) returns integer
function collection_json(p_collection collections) returns json
function compare_bank_codes(p_gateway text, p_codes text[], p_names text[], p_nip_codes text[]) returns table(difference text, bank_code text, bank_name text, provider_code text, provider_name text)
function compare_payout_destination(p_payout_id bigint, p_gateway text, p_bank text, p_holder text) returns text[]
function complete_host_check(p_check_id bigint, p_status text) returns boolean
function complete_identity_check(p_request_id bigint, p_verified boolean, p_name text) returns boolean
function complete_identity_record(p_record_id bigint, p_status text, p_encrypted_record bytea) returns boolean
function confirm_totp(p_person_id bigint, p_encrypted_secret bytea, p_step bigint, p_recovery_hashes bytea[], p_acting acting, p_session_id bigint, out outcome text, out is_first boolean) returns record
function count_payment(p_policy approval_policies, p_amount bigint, p_payouts bigint default 1) returns bigint
function count_payouts(p_limits payout_limits_in_force, p_day date) returns table(account text, amount bigint, payouts bigint)
function count_refund() returns trigger
function count_unmatched_credits() returns trigger
function create_api_key(p_merchant_id bigint, p_environment text, p_secret_hash bytea, p_last_four text, p_scopes text[], p_allowed_cidrs cidr[], p_acting acting, p_caller caller) returns text
function create_invitation(p_merchant_id bigint, p_email text, p_role text, p_token_hash bytea, p_encrypted_token bytea, p_acting acting, p_caller caller, out outcome text, out invitation text) returns record
function create_merchant(p_name text, p_email text, p_acting acting) returns merchants
function create_owner(p_merchant_id bigint, p_email text, p_name text, p_password_hash text, p_acting acting) returns text
function create_payment_link(p_merchant_id bigint, p_environment text, p_title text, p_amount_type text, p_amount bigint, p_min_amount bigint, p_max_amount bigint, p_link_type text, p_customer_name text, p_customer_email text, p_success_redirect_url text, p_merchant_reference text default null::text, p_metadata json default null::json) returns json
function create_payout_batch(p_merchant_id bigint, p_environment text, p_idempotency_key text, p_request_hash bytea, p_items text, p_least bigint, p_acting acting, p_caller caller, p_name text default null::text, p_trace_id uuid default null::uuid, out outcome text, out batch json) returns record
function credit_gateway(p_credit credits) returns text
function credits_of(p_merchant_id bigint, p_environment text, p_reference text) returns json
function daily_totals_json(p_merchant_id bigint, p_environment text, p_currency text, p_first date, p_last date) returns json
function days_to_reconcile(p_gateway text, p_from date, p_to date) returns setof date
function decide_approval(p_merchant_id bigint, p_environment text, p_reference text, p_approves boolean, p_acting acting, p_caller caller, out outcome text, out approval json) returns record
function decide_held_payout(p_reference text, p_decision text, p_acting acting) returns table(reference text, status text)
function decide_payout(p_reference text, p_outcome text, p_acting acting, out outcome text, out payout json) returns record
function decide_verification(p_merchant text, p_status text, p_version integer, p_documents text[], p_acting acting, out outcome text, out version integer) returns record
function defer_payout(p_payout_id bigint, p_fence bigint, p_reason text, p_never_left boolean, p_soon boolean, p_needs_person boolean) returns timestamptz
function delivery_json(p_event events) returns json
function delivery_slots(p_is_slow boolean) returns integer
function delivery_task(p_is_slow boolean) returns text
function disable_failing_endpoint(p_id bigint, p_response_status integer) returns void
function disable_payment_link(p_slug text, p_acting acting, out outcome text, out link json) returns record
function disable_totp(p_person_id bigint, p_acting acting) returns boolean
function doubt_proofs(p_person_id bigint, p_session_id bigint) returns void
function due_account_polls(p_few integer, p_present timestamptz default now()) returns table(id bigint, merchant_id bigint)
function due_credit_notices(p_few integer, p_present timestamptz default now()) returns table(id bigint, merchant_id bigint)
function due_virtual_accounts(p_environment text, p_clocks bigint[], p_most integer) returns setof bigint
function emit_credit_events(p_credit_ids bigint[]) returns void
function emit_event(p_merchant_id bigint, p_environment text, p_type text, p_data json, p_trace_id uuid default null::uuid) returns bigint
function emit_events(p_events new_event[], p_sends boolean default false) returns bigint[]
function emit_test_event(p_merchant_id bigint, p_environment text, p_trace_id uuid default null::uuid, out outcome text, out event json) returns record
function end_invitations_of(p_member memberships, p_acting acting) returns void
function end_payout_batches(p_environment text, p_clocks bigint[]) returns integer
function end_session(p_person_id bigint, p_reference text) returns boolean
function end_sessions(p_person_id bigint, p_reference text, p_except bigint, p_acting acting) returns integer
function endpoint_refusal(p_merchant_id bigint, p_environment text) returns text
function endpoints_with_due_events(p_environment text) returns setof bigint
function enqueue_deliveries_of_endpoints(p_merchant_ids bigint[], p_environment text, p_most integer default null::integer) returns integer
function enqueue_jobs(p_task text, p_row_ids bigint[], p_run_at timestamptz default null::timestamptz, p_first boolean default false, p_last boolean default false) returns integer
function entries_of(p_journal ledger_journals) returns table(account_id bigint, merchant_id bigint, kind text, amount bigint, currency text, balance_after bigint)
function entry_before(p_account_id bigint, p_time timestamptz) returns bigint
function event_body(p_event events) returns text
function event_json(p_event events) returns json
function event_members(p_event events) returns table(id text, reference text, type text, environment text, "createdAt" text, data json, delivery json)
function event_with_attempts_json(p_event events) returns json
function expire_approvals(p_environment text, p_clocks bigint[]) returns integer
function expire_virtual_account(p_account_id bigint) returns boolean
function expire_virtual_accounts(p_environment text, p_clocks bigint[]) returns integer
function fail_virtual_account(p_account_id bigint) returns boolean
function fees_json(p_fee bigint, p_vat bigint, p_stamp_duty bigint, p_currency text) returns jsonb
function find_batch_duplicates(p_batch payout_batches, p_accounts text[] default null::text[]) returns void
function find_by_idempotency_key(p_merchant text, p_key text) returns table(environment text, route text, reference text, created_at timestamptz)
function find_by_provider_reference(p_provider_reference text) returns table(reference text, environment text, merchant text, collection text, status text, amount bigint, currency text, received_at timestamptz)
function find_credentials(p_email text, p_person_id bigint) returns table(person_id bigint, email text, password_hash text, is_verified boolean)
function find_differences(p_gateway text, p_day date) returns table(kind text, subject text, line_id bigint, payout_id bigint, credit_id bigint, ours text, theirs text, waits boolean)
function find_idempotency_key(p_merchant_id bigint, p_environment text, p_route text, p_key text, p_body_hashes bytea[], out outcome text, out resource text) returns record
function find_invitation(p_token_hash bytea) returns table(business text, email text, role text, has_account boolean)
function find_mail_token(p_token_hash bytea, p_kind text, p_browser_hash bytea) returns table(email text, business text, password_hash text, is_same_browser boolean)
function find_move_differences(p_gateway text, p_day date) returns table(kind text, subject text, line_id bigint, payout_id bigint, credit_id bigint, ours text, theirs text, waits boolean)
function find_paid_collection(p_environment text, p_recipient text, p_paid_at timestamptz) returns collections
function find_payments(p_merchant text, p_day date, p_amount bigint, p_account_number text) returns table(reference text, environment text, status text, amount bigint, currency text, provider_reference text, created_at timestamptz)
function find_signing_secrets(p_merchant_id bigint, p_environment text, out secret bytea, out previous_secret bytea) returns setof record
function find_webhook_endpoint(p_merchant_id bigint, p_environment text) returns json
function finish_account_poll(p_account_id bigint, p_poll integer, p_transactions text[], p_next_page text) returns text
function finish_credit_notice(p_notice_id bigint, p_poll integer, p_answer text, p_recipient text, p_amount bigint, p_currency text, p_payer json, p_is_one_time boolean, p_provider_account text, p_paid_at timestamptz, p_theirs text default null::text) returns text
function finish_name_enquiries(p_ids bigint[], p_merchant_ids bigint[], p_environments text[], p_bank_codes text[], p_account_numbers text[], p_statuses text[], p_account_names text[], p_waits boolean) returns bigint[]
function finish_payouts(p_ends json, p_waits boolean, p_sends boolean) returns table(ordinal bigint, outcome text, event_id bigint)
function finish_sign_in(p_token_hash bytea, p_session_hash bytea, p_address text, p_user_agent text) returns text
function finish_statement(p_statement_id bigint, p_acting acting) returns integer
function first_of_each_merchant(p_table text, p_environment text, p_pending text, p_order text default 'id', p_most integer default null::integer) returns table(id bigint, merchant_id bigint, created_at timestamptz)
function float_explanations(p_gateway text, p_most bigint) returns table(account_id bigint, currency text, held bigint, on_its_way bigint, unsettled bigint, unreported_fees bigint)
function follow_return() returns trigger
function forget_encryption_keys(p_key bytea, p_acting acting) returns integer
function free_delivery_slots(p_endpoint webhook_endpoints, p_living bigint[]) returns integer
function free_idempotency_keys() returns trigger
function freeze_name(p_merchant text, p_bank text, p_gateway text) returns text
function freeze_payouts(p_environment text, p_scope text, p_merchant text, p_bank text, p_gateway text, p_acting acting) returns table(environment text, frozen text, frozen_at timestamptz)
function freeze_target(p_scope text, p_merchant text, p_bank text, p_gateway text, out merchant_id bigint, out bank_code text, out gateway text, out name text) returns record
function gateway_by_statement(p_payout payouts) returns text
function gateway_reaches(p_gateway text, p_bank_code text) returns boolean
function gateway_rule(p_operation text, p_merchant_id bigint, p_bank_code text, p_amount bigint) returns setof gateway_rules
function gets_audit_row(p_merchant_id bigint, p_action text, p_acting acting) returns boolean
function give_back_attempts(p_subjects bytea[]) returns void
function give_back_batch_limits(p_batch payout_batches, p_items payout_batch_items[]) returns void
function has_payouts_under_way(p_batch_id bigint) returns boolean
function has_second_factor(p_person_id bigint) returns boolean
function hold_after_restore(p_gateway text, p_acting acting) returns table(status_at_the_moment text, payouts bigint, amount bigint, first_at timestamptz, last_at timestamptz)
function hold_blocked_payouts(p_payout_ids bigint[]) returns payouts[]
function hold_frozen_payouts(p_payout_ids bigint[], p_gateways text[]) returns payouts[]
function identity_check_json(p_request shown_identity_checks) returns json
function identity_limit_ends(p_record identity_records) returns timestamptz
function import_bank_codes(p_gateway text, p_codes text[], p_names text[], p_nip_codes text[], p_acting acting) returns table(difference text, bank_code text, bank_name text, provider_code text, provider_name text)
function invite_owner(p_merchant_id bigint, p_email text, p_token_hash bytea, p_encrypted_token bytea, p_acting acting) returns text
function is_claimed_by(p_event events, p_workers bigint[]) returns boolean
function is_due(p_event events, p_endpoint webhook_endpoints) returns boolean
function is_last_owner(p_member memberships) returns boolean
function is_other_bank(p_gateway text, p_bank_code text, p_reported text) returns boolean
function is_other_holder(p_enquired text, p_reported text) returns boolean
function is_own_verification(p_merchant_id bigint, p_person_id bigint) returns boolean
function is_same_holder(p_one text, p_other text) returns boolean
function is_slow_response(p_duration_ms integer) returns boolean
function is_taken_back(p_credit credits) returns boolean
function iso_timestamp(p_time timestamptz) returns text
function job_queue(p_task text, p_environment text) returns text
function journals_of(p_merchant_id bigint, p_environment text, p_reference text) returns json
function keep_float_changes() returns trigger
function keep_idempotency_key(p_merchant_id bigint, p_environment text, p_route text, p_key text, p_resource text) returns void
function keep_partitions(p_table text) returns void
function keep_payout_refusal(p_payout payouts, p_reason text, p_never_left boolean) returns void
function keep_recovery_codes(p_person_id bigint, p_hashes bytea[]) returns void
function keep_requests(p_requests jsonb) returns integer
function keep_signing_secret(p_merchant_id bigint, p_environment text, p_secret bytea) returns boolean
function key_works(p_key api_keys) returns boolean
function lagos_day(p_time timestamptz) returns date
function list_balance_transactions(p_merchant_id bigint, p_environment text, p_currency text, p_kind text, p_merchant_reference text, p_created_from timestamptz, p_created_to timestamptz, p_occurred_from timestamptz, p_occurred_to timestamptz, p_before bigint, p_limit integer) returns table(account_id bigint, journal_id bigint, created_at text, item json)
function list_kept_mails(p_limit integer) returns table(reference text, recipient text, template text, facts jsonb, encrypted_token bytea, created_at timestamptz)
function list_payout_freezes() returns table(environment text, frozen text, merchant text, bank text, gateway text, frozen_at timestamptz, actor text, reason text, held bigint)
function list_payout_limits(p_merchant text) returns table(environment text, merchant text, tier text, payout_max bigint, day_max bigint, account_day_max bigint, account_day_payouts bigint, used_today bigint, payouts_today bigint, left_today bigint, set_at timestamptz)
function list_sessions(p_person_id bigint) returns table(id bigint, reference text, address text, user_agent text, created_at text, last_seen_at text)
function list_suspense() returns table(credit text, environment text, merchant text, collection text, collection_status text, reason text, recipient text, amount bigint, currency text, provider_reference text, received_at timestamptz, action text)
function list_verification_steps(p_merchant_id bigint) returns table(at timestamptz, action text, actor text, before_status text, after_status text, reason text)
function living_workers() returns bigint[]
function lock_balances(p_merchants bigint[], p_environments text[], p_currencies text[], p_waits boolean) returns bigint[]
function lock_deliveries(p_event_ids bigint[], p_waits boolean) returns bigint[]
function lock_payout_accounts(p_merchant_id bigint, p_environment text) returns void
function lock_payout_freezes(p_payout_ids bigint[], p_gateways text[]) returns boolean
function lock_payouts(p_payout_ids bigint[], p_waits boolean) returns bigint[]
function lock_unmatched_credit(p_merchant_id bigint, p_environment text, p_reference text, p_with_collection_id bigint default null::bigint) returns credits
function log_action(p_merchant_id bigint, p_environment text, p_action text, p_target text, p_before jsonb, p_after jsonb, p_acting acting) returns void
function log_document_read(p_merchant_id bigint, p_reference text, p_acting acting) returns boolean
function log_person_action(p_person_id bigint, p_action text, p_target text, p_before jsonb, p_after jsonb, p_acting acting) returns void
function logged_request_json(p_request request_log) returns json
function lost_right(p_caller caller, p_merchant_id bigint, p_environment text, p_permission text, p_scope text, p_needs_approval boolean) returns text
function mailbox_is_full(p_email text, p_templates text[], p_within interval default '01:00:00'::interval) returns boolean
function make_floats() returns trigger
function mask_json(p_object jsonb) returns jsonb
function mask_text(p_text text) returns text
function may_be_sent_elsewhere(p_payout_id bigint, p_gateways text[]) returns boolean
function may_collect(p_merchant_id bigint, p_environment text) returns boolean
function may_send_payout(p_payout payouts) returns boolean
function measure_floats() returns table(measure text, subject text, state text, value double precision)
function measure_payouts() returns table(measure text, environment text, state text, gateway text, bank text, age text, value double precision)
function measure_service() returns table(measure text, subject text, state text, value double precision)
function merchant_named(p_reference text) returns bigint
function money_json(p_value bigint, p_currency text) returns json
function money_scopes() returns text[]
function money_summary_json(p_merchant_id bigint, p_environment text, p_days integer) returns json
function most_attempts() returns integer
function move_float(p_reference text, p_from text, p_to text, p_currency text, p_amount bigint, p_acting acting, p_reverses text default null::text) returns table(reference text, moved_from text, moved_to text, currency text, amount bigint, outcome text)
function name_batch_items(p_batches bigint[]) returns integer
function name_enquiry_gateways(p_merchant_id bigint, p_bank_code text, p_gateways text[], p_choice jsonb) returns text[]
function name_enquiry_results(p_environment text, p_ids bigint[], p_merchant_ids bigint[], p_bank_codes text[], p_account_numbers text[]) returns table(ordinal bigint, status text, account_name text)
function name_words(p_name text) returns text[]
function new_reference(p_prefix text) returns text
function next_poll_time(p_since timestamptz, p_present timestamptz) returns timestamptz
function next_rows(p_task text, p_merchant_ids bigint[], p_environment text, p_most bigint) returns setof bigint
function note_backup() returns void
function note_encryption_key(p_key bytea, p_other bytea default null::bytea) returns boolean
function notify_approvers(p_merchant_id bigint, p_environment text, p_makers bigint[], p_trace_id uuid) returns void
function notify_of_payout_account(p_template text, p_account payout_accounts, p_acting acting) returns void
function notify_owners(p_merchant_id bigint, p_template text, p_facts jsonb, p_acting acting) returns integer
function notify_payer() returns trigger
function notify_results(p_kind text, p_ids bigint[]) returns void
function notify_watchers() returns trigger
function open_accounts(p_merchant_id bigint, p_environment text, p_currency text) returns void
function open_collection(p_merchant_id bigint, p_environment text, p_reference text, p_amount bigint, p_merchant_reference text default null::text, p_metadata json default null::json, out outcome text, out collection json) returns record
function open_credit_case(p_notice credit_notices, p_theirs text) returns text
function open_name_enquiries(p_ids bigint[], p_gateways text[], p_gateway_choice jsonb) returns table(id bigint, merchant_id bigint, environment text, bank_code text, account_number text, waited_ms double precision, gateways text[])
function open_verification(p_merchant_id bigint, p_acting acting) returns boolean
function partitioned_tables() returns table(name text, term interval, weeks_ahead integer)
function partitions_of(p_table text) returns table(name text, starts timestamptz, ends timestamptz, is_default boolean)
function pay_batch_slice(p_batch payout_batches, p_most integer default 200) returns integer
function payer_account(p_environment text, p_payer json) returns payout_destination
function paying_float(p_payout payouts) returns text
function payment_link_json(p_link payment_links) returns json
function payment_sum_is_counted(p_policy approval_policies) returns boolean
function payout_account_facts(p_account payout_accounts) returns jsonb
function payout_account_json(p_account payout_accounts) returns json
function payout_batch_event(p_batch payout_batches) returns new_event
function payout_batch_facts(p_batch payout_batches) returns jsonb
function payout_batch_item_json(p_item payout_batch_items) returns json
function payout_batch_json(p_batch payout_batches, p_counts boolean default true) returns json
function payout_batch_reference(p_merchant text, p_environment text, p_idempotency_key text) returns text
function payout_batch_summary_json(p_batch payout_batches) returns json
function payout_claims() returns text[]
function payout_decision(p_payout payouts, p_status text) returns ledger_movement
function payout_destinations(p_requests payout_request[]) returns payout_destination[]
function payout_event(p_payout payouts) returns new_event
function payout_facts(p_payout payouts) returns jsonb
function payout_is_frozen(p_environment text, p_merchant_id bigint, p_bank_code text) returns boolean
function payout_json(p_payout payouts) returns json
function payout_limits_json(p_merchant_id bigint, p_environment text) returns json
function payout_limits_left(p_limits payout_limits_in_force, p_account text, p_amount bigint) returns table(name text, most json, remaining json, fits boolean)
function payout_limits_of(p_merchant_id bigint, p_environment text) returns setof payout_limits_in_force
function payout_reference(p_merchant text, p_environment text, p_idempotency_key text) returns text
function payout_statuses() returns text[]
function payout_terms(p_service text, p_merchant_id bigint, p_environment text, p_amount bigint, p_purpose text, p_bank_code text, p_account_number text) returns table(merchant text, account_id bigint, balance bigint, payout_max bigint, limits payout_limits_in_force, charges charges_due, has_exemptions boolean, enquired_name text, is_bank_open boolean, is_frozen boolean, is_blocked boolean, policy approval_policies)
function payout_use_is_counted(p_limits payout_limits_in_force) returns boolean
function payouts_under_way(p_most bigint default null::bigint) returns table(gateway text, currency text, payouts bigint, amount bigint)
function person_behind(p_key text, p_session_id bigint) returns bigint
function poll_differences() returns integer
function poll_payout(p_reference text, p_acting acting) returns text
function post_journals(p_movements ledger_movement[]) returns void
function postpone_credit(p_credit_id bigint) returns void
function prefer_gateways(p_payout payouts, p_gateways text[], p_choice jsonb) returns text[]
function present_books(p_merchant_id bigint, p_environment text, p_currency text, out present timestamptz, out last_journal_id bigint) returns record
function prove_address(p_person_id bigint, p_acting acting) returns void
function prove_by_password(p_session_id bigint, p_token_hash bytea) returns boolean
function prove_ledger(p_acting acting) returns table(problem text, subject text, difference numeric)
function provider_credit_id(p_gateway text, p_transaction text) returns text
function provision_sandbox_account(p_reference text) returns text
function purge_events(p_limit integer) returns integer
function purge_expired_rows(p_kind text, p_limit integer default 1000) returns integer
function purge_payout_batches() returns integer
function purge_unpaid_accounts(p_limit integer) returns integer
function purge_verifications(p_limit integer) returns integer
function queue_lost_jobs(p_environment text, p_clocks bigint[]) returns integer
function queue_mail(p_recipient text, p_template text, p_facts jsonb, p_encrypted_token bytea default null::bytea, p_is_by_stranger boolean default false, p_merchant_id bigint default null::bigint, p_is_withheld boolean default false, p_sign_up_network bytea default null::bytea, p_trace_id uuid default null::uuid) returns bigint
function queue_names() returns text[]
function queue_next_jobs(p_task text, p_merchant_ids bigint[], p_environment text, p_written bigint[] default null::bigint[], p_most bigint default 10) returns integer
function quote_payout(p_merchant_id bigint, p_environment text, p_request jsonb, out outcome text, out quote json) returns record
function recheck_stale_names(p_batch payout_batches, p_retries boolean) returns boolean
function recipient_named(p_entry blocked_recipients) returns text
function reconcile(p_environment text, p_clocks bigint[] default '{}'::bigint[], p_enquiries integer default 20, out added integer, out failures text[], out has_slices boolean) returns record
function reconcile_day(p_gateway text, p_day date, out open integer, out waiting integer) returns record
function record_attempts(p_attempts json, p_worker_id bigint, p_is_slow boolean, p_waits boolean) returns table(ordinal bigint, outcome text, event_id bigint, fence bigint, reference text, body text, url text, secret bytea, previous_secret bytea, merchant_id bigint, environment text, trace_id uuid)
function record_balances(p_gateway text, p_poll bigint, p_balances jsonb, p_problem text, p_most_under_way bigint default 100000) returns boolean
function record_credit(p_environment text, p_recipient text, p_provider_reference text, p_amount bigint, p_currency text, p_payer json, p_confirmed boolean default true, p_through text default null::text, p_paid_at timestamptz default null::timestamptz, p_trace_id uuid default null::uuid, out outcome text, out credit_id bigint) returns record
function record_credit_notice(p_gateway text, p_transaction text, p_recipient text, p_kind text, p_case_id text, p_trace_id uuid default null::uuid) returns text
function record_heartbeat(p_worker_id bigint, p_with_job boolean default false) returns text[]
function record_http_credit(p_recipient text, p_provider_reference text, p_amount bigint, p_currency text, p_payer json, p_confirmed boolean, p_paid_at timestamptz, p_trace_id uuid default null::uuid, out outcome text, out credit_id bigint) returns record
function record_mail_attempt(p_mail_id bigint, p_attempt integer, p_outcome text, p_error text) returns boolean
function record_provider_notice(p_gateway text, p_event text, p_reference text) returns text
function record_sandbox_transfers(p_transfers jsonb) returns void
function recount_payouts(p_limits payout_limits_in_force, p_day date) returns void
function recover_events(p_merchant_id bigint, p_environment text, p_since timestamptz, out outcome text, out recovered bigint, out has_more boolean) returns record
function reencrypt(p_what text, p_ids text[], p_read bytea[], p_values bytea[], p_seconds bytea[], p_acting acting) returns integer
function reference_history(p_reference text) returns table(at timestamptz, part text, subject text, what text, details jsonb)
function refund_charges(p_reference text, p_kinds text[], p_acting acting) returns table(service bigint, vat bigint, stamp_duty bigint)
function refund_destination_refusal(p_account_name text, p_enquired_name text, p_is_bank_open boolean, p_is_frozen boolean, p_is_blocked boolean) returns text
function refund_json(p_refund payouts) returns json
function refund_reference(p_merchant text, p_environment text, p_idempotency_key text) returns text
function refuse_changes() returns trigger
function refuse_too_many_keys(p_merchant_id bigint, p_environment text, p_most integer) returns void
function refuse_too_many_lookups(p_merchant_id bigint, p_environment text) returns void
function refuse_too_many_memberships(p_person_id bigint) returns void
function refuse_unbalanced_journals() returns trigger
function refuse_unknown_gateway(p_gateway text) returns void
function refuse_unless(p_is_done boolean, p_why text) returns boolean
function register_worker(out worker_id bigint, out slot integer) returns record
function release_part_payments(p_collection_id bigint, p_credit_id bigint) returns bigint[]
function release_payouts(p_environment text, p_scope text, p_merchant text, p_bank text, p_gateway text, p_acting acting) returns table(environment text, released text, payouts bigint, still_held bigint)
function remember_sandbox_identity(p_reference text, p_encrypted_phone bytea) returns bytea
function remit_tax(p_kind text, p_amount bigint, p_reference text, p_acting acting) returns bigint
function remove_job(p_task text, p_row_id bigint) returns void
function remove_member(p_merchant_id bigint, p_person text, p_acting acting, p_keep text[], p_caller caller) returns text
function remove_merchant_origin(p_merchant_id bigint, p_origin text, p_acting acting) returns boolean
function remove_passkey(p_person_id bigint, p_reference text, p_acting acting) returns text
function remove_payout_account(p_merchant_id bigint, p_environment text, p_reference text, p_acting acting, p_caller caller) returns json
function remove_verification_document(p_merchant_id bigint, p_reference text, p_acting acting) returns text
function rename_passkey(p_person_id bigint, p_reference text, p_name text, p_acting acting) returns boolean
function renew_recovery_codes(p_person_id bigint, p_hashes bytea[], p_acting acting) returns boolean
function renew_session(p_session_id bigint, p_token_hash bytea, p_proved boolean) returns boolean
function reopen_verification(p_merchant_id bigint, p_acting acting) returns boolean
function replace_batch_item(p_merchant_id bigint, p_environment text, p_reference text, p_place integer, p_item json, p_least bigint, p_acting acting, p_caller caller, out outcome text, out item json) returns record
function replay_event(p_merchant_id bigint, p_environment text, p_reference text, out outcome text, out event json) returns record
function request_approval(p_approval approvals, p_key text, p_session_id bigint) returns void
function request_crypto_collection(p_merchant_id bigint, p_environment text, p_amount bigint, p_chain text, p_token text, p_customer_email text, p_trace_id uuid default null::uuid, p_merchant_reference text default null::text, p_metadata json default null::json) returns bigint
function request_host_check(p_merchant_id bigint, p_environment text, p_host text, p_trace_id uuid default null::uuid) returns bigint
function request_identity_check(p_merchant_id bigint, p_environment text, p_type text, p_identifier_hashes bytea[], p_encrypted_request bytea, p_encrypted_phone bytea, p_phone_hashes bytea[], p_caller caller, p_trace_id uuid default null::uuid, p_merchant_reference text default null::text, p_metadata json default null::json, out outcome text, out request_id bigint, out record_id bigint, out wait_seconds integer, out cost bigint, out available bigint) returns record
function request_log_bound() returns bigint
function request_name_enquiries(p_environment text, p_merchant_ids bigint[], p_bank_codes text[], p_account_numbers text[], p_trace_ids uuid[], p_last boolean default false) returns table(ordinal bigint, outcome text, enquiry_id bigint)
function request_password_reset(p_email text, p_token_hash bytea, p_encrypted_token bytea, p_trace_id uuid) returns void
function request_payout_approvals(p_requests payout_request[], p_decided decided_payout[]) returns void
function request_virtual_account(p_merchant_id bigint, p_environment text, p_customer_email text, p_amount bigint, p_expires_in_minutes integer, p_customer_name text default null::text, p_payment_link_id bigint default null::bigint, p_trace_id uuid default null::uuid, p_merchant_reference text default null::text, p_metadata json default null::json) returns bigint
function require_collecting(p_merchant_id bigint, p_environment text) returns void
function require_known_queues() returns void
function require_right(p_caller caller, p_merchant_id bigint, p_environment text, p_permission text, p_scope text default null::text, p_needs_approval boolean default false) returns void
function require_right_to_grant(p_caller caller, p_merchant_id bigint, p_environment text, p_scopes text[]) returns void
function reroute_payout(p_payout_id bigint, p_fence bigint, p_reason text, p_gateways text[], p_never_left boolean, p_gateway_choice jsonb, p_may_repeat text[]) returns setof claimed_payout
function resend_event(p_reference text, p_acting acting) returns void
function resend_verification(p_email text, p_token_hash bytea, p_encrypted_token bytea, p_browser_hash bytea, p_trace_id uuid) returns void
function reserve_payout_batch(p_batch payout_batches, p_present timestamptz, p_confirms_close boolean, p_most_duplicates integer, p_skips_invalid boolean, p_expected_total bigint, out outcome text, out details json, out reasons text[]) returns record
function reserve_payouts(p_requests payout_request[], p_destinations payout_destination[], p_decided decided_payout[]) returns void
function reserve_refund(p_collection collections, p_credit credits, p_amount bigint, p_idempotency_key text, p_request_hash bytea, p_reason text, p_note text, p_given payout_destination, p_is_unresolved boolean, p_acting acting, p_caller caller, p_trace_id uuid, out outcome text, out refund json, out details json) returns record
function reset_password(p_token_hash bytea, p_password_hash text, p_address text, p_trace_id uuid) returns boolean
function resolve_difference(p_reference text, p_acting acting) returns table(difference text, state text)
function resolve_suspended_credit(p_reference text, p_resolution text, p_merchant text, p_acting acting) returns credits
function retention_kinds(p_worker_id bigint default 0) returns setof text
function retention_rules() returns table(table_name text, aged_by text, term interval, condition text, change text)
function retry_job(p_key text, p_acting acting) returns void
function retry_jobs(p_task text, p_environment text, p_limit bigint, p_acting acting) returns table(job text)
function return_credit(p_merchant_id bigint, p_environment text, p_reference text, p_least bigint, p_acting acting, p_caller caller, p_is_unresolved boolean default false, p_trace_id uuid default null::uuid, out outcome text, out credit json, out details json) returns record
function return_movement(p_payout payouts, p_movement ledger_movement) returns ledger_movement
function return_proof_attempt(p_person_id bigint) returns void
function revoke_api_key(p_merchant_id bigint, p_environment text, p_reference text, p_acting acting) returns boolean
function revoke_invitation(p_merchant_id bigint, p_reference text, p_acting acting) returns boolean
function role_may(p_role text, p_permission text) returns boolean
function rotate_api_key(p_merchant_id bigint, p_environment text, p_reference text, p_overlap_hours integer, p_secret_hash bytea, p_last_four text, p_acting acting, p_caller caller, out outcome text, out successor text) returns record
function rotate_webhook_secret(p_merchant_id bigint, p_environment text, p_secret bytea, p_overlap_hours integer, p_acting acting) returns json
function rows_of_jobs(p_task text, p_row_ids bigint[]) returns table(id bigint, environment text, merchant_id bigint, trace_id uuid)
function rows_without_job(p_task text, p_environment text, p_row_ids bigint[], p_now boolean default false) returns bigint[]
function save_payout_account(p_merchant_id bigint, p_environment text, p_bank_code text, p_account_number text, p_account_name text, p_acting acting, p_caller caller, p_merchant_reference text default null::text, p_metadata json default null::json) returns json
function save_verification_form(p_merchant_id bigint, p_encrypted_form bytea, p_version integer, p_acting acting, out outcome text, out version integer) returns record
function schedule_payout_confirmation(p_payout_id bigint, p_fence bigint, p_not_found boolean default false, p_was_polled boolean default true, p_refused_for text default null::text, p_within interval default null::interval) returns timestamptz
function send_invitation(p_merchant_id bigint, p_email text, p_role text, p_token_hash bytea, p_encrypted_token bytea, p_inviter text, p_invited_by bigint, p_trace_id uuid) returns text
function session_is_over(p_session sessions) returns boolean
function set_api_key_networks(p_merchant_id bigint, p_environment text, p_reference text, p_allowed_cidrs cidr[], p_acting acting, p_caller caller) returns boolean
function set_approval_policy(p_merchant_id bigint, p_environment text, p_new_destinations boolean, p_acting acting, p_caller caller, p_amount_max bigint default null::bigint, p_day_max bigint default null::bigint, out outcome text, out policy json) returns record
function set_charge(p_service text, p_kind text, p_starts_on date, p_from_amount bigint, p_kobo bigint, p_basis_points integer, p_exempt_purposes text[], p_acting acting) returns setof charges
function set_default_payout_account(p_merchant_id bigint, p_environment text, p_reference text, p_is_default boolean, p_acting acting, p_caller caller) returns json
function set_duty_charged(p_gateway text, p_charges boolean, p_acting acting) returns void
function set_exemptions(p_merchant_id bigint, p_has_exemptions boolean, p_acting acting) returns void
function set_float_minimum(p_gateway text, p_currency text, p_minimum bigint, p_acting acting) returns table(gateway text, currency text, held bigint, minimum bigint)
function set_gateway_rule(p_operation text, p_merchant text, p_bank text, p_amount_from bigint, p_gateways text[], p_acting acting) returns table(operation text, merchant text, bank text, amount_from bigint, gateways text)
function set_kyb_status(p_merchant_id bigint, p_status text, p_acting acting) returns void
function set_member_role(p_merchant_id bigint, p_person text, p_role text, p_session_id bigint, p_acting acting, p_caller caller) returns text
function set_merchant_tier(p_merchant text, p_tier text, p_acting acting) returns table(merchant text, tier_before text, tier text)
function set_payout_limits(p_environment text, p_merchant text, p_tier text, p_payout_max bigint, p_day_max bigint, p_account_day_max bigint, p_account_day_payouts bigint, p_acting acting) returns table(environment text, limited text, payout_max bigint, day_max bigint, account_day_max bigint, account_day_payouts bigint)
function set_payout_max(p_merchant_id bigint, p_payout_max bigint, p_acting acting) returns void
function set_provider_tariff(p_gateway text, p_kind text, p_currency text, p_from date, p_up_to bigint, p_flat bigint, p_basis_points integer, p_cap bigint, p_acting acting) returns void
function set_refund_destination(p_merchant_id bigint, p_environment text, p_reference text, p_bank_code text, p_account_number text, p_account_name text, p_acting acting, p_caller caller, out outcome text, out refund json, out details json) returns record
function set_reviewer(p_email text, p_is_reviewer boolean, p_acting acting) returns text
function set_webhook_endpoint(p_merchant_id bigint, p_environment text, p_url text, p_secret bytea, p_acting acting, out secret bytea, out endpoint json) returns record
function settle_collection(p_collection_id bigint, p_credit_id bigint, p_is_late boolean) returns void
function settle_credit(p_credit_id bigint) returns text
function show_balance_transaction(p_merchant_id bigint, p_environment text, p_account_id bigint, p_journal_id bigint) returns json
function show_checkout_sessions(p_account_ids bigint[]) returns table(virtual_account_id bigint, session json)
function show_merchant(p_session_id bigint, p_reference text) returns boolean
function sign_in(p_person_id bigint, p_password_hash text, p_token_hash bytea, p_previous_hash bytea, p_address text, p_user_agent text) returns text
function sign_up(p_email text, p_name text, p_business_name text, p_password_hash text, p_token_hash bytea, p_encrypted_token bytea, p_browser_hash bytea, p_network_hash bytea, p_most integer, p_trace_id uuid) returns text
function sign_up_by_invitation(p_token_hash bytea, p_name text, p_password_hash text, p_address text, p_trace_id uuid, out outcome text, out person_id bigint) returns record
function simulate_checkout_transfer(p_slug text, p_token_hash bytea, p_trace_id uuid default null::uuid, out outcome text, out virtual_account_id bigint) returns record
function simulate_collection_success(p_merchant_id bigint, p_reference text, p_amount bigint, p_late boolean, p_duplicate boolean, p_sender_name text, p_trace_id uuid default null::uuid, p_again boolean default false, out outcome text, out credit_id bigint) returns record
function simulate_crypto_payment(p_merchant_id bigint, p_reference text, p_chain text, p_token text, p_confirm_now boolean, p_trace_id uuid default null::uuid, out outcome text, out credit_id bigint, out paid_chain text, out paid_token text) returns record
function slow_statements() returns table(statement text, role text, calls bigint, mean_ms numeric, slowest_ms numeric, seconds numeric, percent numeric, rows bigint, blocks_read bigint, since timestamptz)
function start_checkout_session(p_slug text, p_token_hash bytea, p_email text, p_amount bigint, p_networks bytea[], p_live_least bigint default null::bigint, p_trace_id uuid default null::uuid, out outcome text, out virtual_account_id bigint, out min_amount bigint, out max_amount bigint) returns record
function start_deliveries(p_event_ids bigint[], p_worker_id bigint) returns setof claimed_delivery
function start_of_lagos_day(p_day date) returns timestamptz
function start_payout_batch(p_merchant_id bigint, p_environment text, p_reference text, p_least bigint, p_acting acting, p_caller caller, p_retries boolean default false, p_confirms_close boolean default false, p_allows_duplicates boolean default false, p_skips_invalid boolean default false, p_expected_total bigint default null::bigint, p_expected_duplicates integer default null::integer, out outcome text, out batch json, out details json) returns record
function start_payout_calls(p_payout_ids bigint[], p_fences bigint[], p_waits boolean) returns table(ordinal bigint, outcome text)
function start_session(p_person_id bigint, p_token_hash bytea, p_address text, p_user_agent text, p_merchant_id bigint default null::bigint) returns text
function statement_covers(p_gateway text, p_from date, p_to date, p_what text) returns boolean
function statement_json(p_merchant_id bigint, p_environment text, p_currency text, p_from date, p_to date, p_present timestamptz, p_last_journal_id bigint) returns json
function submit_verification(p_merchant_id bigint, p_version integer, p_kinds text[], p_acting acting) returns text
function subtotal_json(p_count bigint, p_net numeric, p_fee numeric, p_vat numeric, p_stamp_duty numeric, p_currency text) returns jsonb
function success_rates_json(p_merchant_id bigint, p_environment text) returns json
function sum_balance_days(p_most integer default 10000) returns integer
function sum_float_changes() returns void
function sweep_queues() returns void
function take_attempts(p_subjects bytea[], p_most integer[]) returns integer
function take_batch_limits(p_batch payout_batches, p_limits payout_limits_in_force, p_items bigint, p_amount bigint) returns json
function take_payout_limits(p_limits payout_limits_in_force, p_account text, p_amount bigint, p_payouts bigint default 1) returns json
function take_proof_attempt(p_person_id bigint, p_most integer) returns boolean
function test_clock_json(p_merchant_id bigint) returns json
function test_clock_offset(p_merchant_id bigint) returns interval
function unblock_recipient(p_environment text, p_entry bigint, p_acting acting) returns table(entry bigint, environment text, recipient text)
function uncount_credit(p_credit credits) returns void
function unmatched_credit_json(p_credit credits) returns json
function unregister_worker(p_worker_id bigint) returns void
function update_endpoint_health(p_id bigint, p_response_status integer, p_duration_ms integer, p_is_current boolean) returns void
function update_payment_link(p_merchant_id bigint, p_environment text, p_slug text, p_change jsonb, out outcome text, out link json) returns record
function use_challenge(p_challenge_hash bytea) returns boolean
function use_passkey(p_passkey_id bigint, p_challenge_hash bytea, p_sign_count bigint, p_is_synced boolean, p_acting acting) returns text
function use_recovery_code(p_person_id bigint, p_code_hash bytea, p_acting acting) returns boolean
function use_session(p_token_hash bytea) returns table(session_id bigint, session text, person_id bigint, person text, email text, name text, is_reviewer boolean, merchant_id bigint, role text, is_live_approved boolean, proved_at timestamptz)
function use_sign_in(p_token_hash bytea) returns bigint
function use_totp_step(p_person_id bigint, p_step bigint) returns boolean
function validate_payout_batches(p_environment text, p_enquiries integer) returns integer
function verification_term(p_status text, p_was_approved boolean) returns interval
function verify_email(p_token_hash bytea, p_password_hash text, p_session_hash bytea, p_address text, p_user_agent text) returns text
function virtual_account_json(p_account virtual_accounts) returns json
function waiting_rows(p_environment text, p_clocks bigint[], p_most integer) returns table(task text, id bigint, merchant_id bigint, since timestamptz)
function waits_unmatched(p_credit credits) returns boolean
function wake_workers(p_queue text, p_jobs integer) returns void
function was_sent_back(p_credit credits) returns boolean
function watched_sessions(p_ids bigint[], p_merchant_ids bigint[]) returns setof bigint
function webhook_attempt_json(p_attempt webhook_attempts) returns json
function webhook_attempt_members(p_attempt webhook_attempts) returns table(number integer, "sentAt" text, url text, "requestHeaders" json, "responseStatus" integer, "durationMs" integer, error text)
function webhook_attempt_with_bodies_json(p_attempt webhook_attempts) returns json
function webhook_endpoint_facts(p_endpoint webhook_endpoints) returns jsonb
function webhook_endpoint_json(p_endpoint webhook_endpoints) returns json
function with_gateway_rule(p_payout payouts, p_choice jsonb) returns jsonb
function with_maker(p_makers bigint[], p_key text, p_session_id bigint) returns bigint[]
function withdraw_acceptance(p_credit_id bigint) returns boolean
function words_in_order(p_name text) returns text[]
function work_on_payout_batches(p_environment text, p_failed bigint[] default '{}'::bigint[], out handled integer, out failed bigint[]) returns record

grant select on api_keys to ingress;
grant select on applied_files to ingress;
grant select on approval_policies to ingress;
grant select on approvals to ingress;
grant select (id, done_at, merchant_id, environment, action, target, before, after, person_id, address, key_reference) on audit_log to ingress;
grant select on banks to ingress;
grant select on charges to ingress;
grant select on checkout_sessions to ingress;
grant select on collections to ingress;
grant select on credits to ingress;
grant select on daily_totals to ingress;
grant select on event_bodies to ingress;
grant select on events to ingress;
grant select on host_checks to ingress;
grant select (id, reference, merchant_id, environment, type, identity_record_id, status, name, is_cache_hit, remaining, limited_until, merchant_reference, metadata, created_at, inserted_at) on identity_checks to ingress;
grant select (id, reference, merchant_id, email, role, invited_by, created_at, expires_at, ended_at) on invitations to ingress;
grant select on ledger_accounts to ingress;
grant select on memberships to ingress;
grant select on merchant_origins to ingress;
grant select (id, reference, name, kyb_status, tier, tier_set_at, payout_max, has_exemptions, closed_at) on merchants to ingress;
grant select on name_enquiries to ingress;
grant select on passkeys to ingress;
grant select on payment_links to ingress;
grant select on payout_accounts to ingress;
grant select on payout_batch_items to ingress;
grant select on payout_batches to ingress;
grant select on payout_limits to ingress;
grant select on payout_use to ingress;
grant select on payouts to ingress;
grant select (id, reference, email, name, is_reviewer) on people to ingress;
grant select (person_id) on recovery_codes to ingress;
grant select on request_kinds to ingress;
grant select on request_log to ingress;
grant select on request_log_days to ingress;
grant select on shown_identity_checks to ingress;
grant select on test_clocks to ingress;
grant select on totp_secrets to ingress;
grant select on verification_documents to ingress;
grant select on verifications to ingress;
grant select on virtual_accounts to ingress;
grant select on webhook_attempts to ingress;
grant select (id, merchant_id, environment, url, previous_secret_expires_at, disabled_at, disabled_reason, failing_since, is_slow, slow_until, delivery_round, created_at, updated_at) on webhook_endpoints to ingress;
grant execute on function accept_credit to ingress;
grant execute on function accept_invitation to ingress;
grant execute on function accept_payouts to ingress;
grant execute on function accept_refund to ingress;
grant execute on function add_merchant_origin to ingress;
grant execute on function add_own_merchant to ingress;
grant execute on function add_passkey to ingress;
grant execute on function add_verification_document to ingress;
grant execute on function advance_test_clock to ingress;
grant execute on function api_key_json to ingress;
grant execute on function api_key_name to ingress;
grant execute on function approval_json to ingress;
grant execute on function approval_policy_json to ingress;
grant execute on function approval_policy_of to ingress;
grant execute on function attention_json to ingress;
grant execute on function authenticate_keys to ingress;
grant execute on function balance_days_json to ingress;
grant execute on function balances_at to ingress;
grant execute on function batch_of to ingress;
grant execute on function begin_totp to ingress;
grant execute on function business_now to ingress;
grant execute on function cancel_payout to ingress;
grant execute on function cancel_payout_batch to ingress;
grant execute on function change_marks to ingress;
grant execute on function change_password to ingress;
grant execute on function charges_of to ingress;
grant execute on function checkout_link_status to ingress;
grant execute on function checkout_session_json to ingress;
grant execute on function claim_idempotency_key to ingress;
grant execute on function collection_json to ingress;
grant execute on function confirm_totp to ingress;
grant execute on function create_api_key to ingress;
grant execute on function create_invitation to ingress;
grant execute on function create_payment_link to ingress;
grant execute on function create_payout_batch to ingress;
grant execute on function credits_of to ingress;
grant execute on function daily_totals_json to ingress;
grant execute on function decide_approval to ingress;
grant execute on function decide_verification to ingress;
grant execute on function delivery_json to ingress;
grant execute on function disable_totp to ingress;
grant execute on function emit_test_event to ingress;
grant execute on function end_session to ingress;
grant execute on function end_sessions to ingress;
grant execute on function endpoint_refusal to ingress;
grant execute on function event_body to ingress;
grant execute on function event_json to ingress;
grant execute on function event_members to ingress;
grant execute on function event_with_attempts_json to ingress;
grant execute on function fees_json to ingress;
grant execute on function find_credentials to ingress;
grant execute on function find_idempotency_key to ingress;
grant execute on function find_invitation to ingress;
grant execute on function find_mail_token to ingress;
grant execute on function find_signing_secrets to ingress;
grant execute on function find_webhook_endpoint to ingress;
grant execute on function finish_sign_in to ingress;
grant execute on function give_back_attempts to ingress;
grant execute on function has_second_factor to ingress;
grant execute on function identity_check_json to ingress;
grant execute on function is_own_verification to ingress;
grant execute on function iso_timestamp to ingress;
grant execute on function journals_of to ingress;
grant execute on function keep_idempotency_key to ingress;
grant execute on function keep_requests to ingress;
grant execute on function lagos_day to ingress;
grant execute on function list_balance_transactions to ingress;
grant execute on function list_kept_mails to ingress;
grant execute on function list_sessions to ingress;
grant execute on function list_verification_steps to ingress;
grant execute on function log_document_read to ingress;
grant execute on function logged_request_json to ingress;
grant execute on function may_collect to ingress;
grant execute on function measure_floats to ingress;
grant execute on function measure_payouts to ingress;
grant execute on function measure_service to ingress;
grant execute on function money_json to ingress;
grant execute on function money_summary_json to ingress;
grant execute on function name_enquiry_results to ingress;
grant execute on function note_encryption_key to ingress;
grant execute on function open_collection to ingress;
grant execute on function payment_link_json to ingress;
grant execute on function payout_account_json to ingress;
grant execute on function payout_batch_item_json to ingress;
grant execute on function payout_batch_json to ingress;
grant execute on function payout_batch_summary_json to ingress;
grant execute on function payout_json to ingress;
grant execute on function payout_limits_json to ingress;
grant execute on function payout_limits_of to ingress;
grant execute on function payout_statuses to ingress;
grant execute on function present_books to ingress;
grant execute on function prove_by_password to ingress;
grant execute on function quote_payout to ingress;
grant execute on function record_credit_notice to ingress;
grant execute on function record_http_credit to ingress;
grant execute on function record_provider_notice to ingress;
grant execute on function recover_events to ingress;
grant execute on function refund_json to ingress;
grant execute on function remove_member to ingress;
grant execute on function remove_merchant_origin to ingress;
grant execute on function remove_passkey to ingress;
grant execute on function remove_payout_account to ingress;
grant execute on function remove_verification_document to ingress;
grant execute on function rename_passkey to ingress;
grant execute on function renew_recovery_codes to ingress;
grant execute on function renew_session to ingress;
grant execute on function reopen_verification to ingress;
grant execute on function replace_batch_item to ingress;
grant execute on function replay_event to ingress;
grant execute on function request_crypto_collection to ingress;
grant execute on function request_host_check to ingress;
grant execute on function request_identity_check to ingress;
grant execute on function request_log_bound to ingress;
grant execute on function request_name_enquiries to ingress;
grant execute on function request_password_reset to ingress;
grant execute on function request_virtual_account to ingress;
grant execute on function resend_verification to ingress;
grant execute on function reset_password to ingress;
grant execute on function return_credit to ingress;
grant execute on function return_proof_attempt to ingress;
grant execute on function revoke_api_key to ingress;
grant execute on function revoke_invitation to ingress;
grant execute on function role_may to ingress;
grant execute on function rotate_api_key to ingress;
grant execute on function rotate_webhook_secret to ingress;
grant execute on function save_payout_account to ingress;
grant execute on function save_verification_form to ingress;
grant execute on function set_api_key_networks to ingress;
grant execute on function set_approval_policy to ingress;
grant execute on function set_default_payout_account to ingress;
grant execute on function set_member_role to ingress;
grant execute on function set_refund_destination to ingress;
grant execute on function set_webhook_endpoint to ingress;
grant execute on function show_balance_transaction to ingress;
grant execute on function show_checkout_sessions to ingress;
grant execute on function show_merchant to ingress;
grant execute on function sign_in to ingress;
grant execute on function sign_up to ingress;
grant execute on function sign_up_by_invitation to ingress;
grant execute on function simulate_checkout_transfer to ingress;
grant execute on function simulate_collection_success to ingress;
grant execute on function simulate_crypto_payment to ingress;
grant execute on function start_checkout_session to ingress;
grant execute on function start_of_lagos_day to ingress;
grant execute on function start_payout_batch to ingress;
grant execute on function start_session to ingress;
grant execute on function statement_json to ingress;
grant execute on function submit_verification to ingress;
grant execute on function success_rates_json to ingress;
grant execute on function take_attempts to ingress;
grant execute on function take_proof_attempt to ingress;
grant execute on function test_clock_json to ingress;
grant execute on function test_clock_offset to ingress;
grant execute on function unmatched_credit_json to ingress;
grant execute on function update_payment_link to ingress;
grant execute on function use_passkey to ingress;
grant execute on function use_recovery_code to ingress;
grant execute on function use_session to ingress;
grant execute on function use_sign_in to ingress;
grant execute on function use_totp_step to ingress;
grant execute on function verify_email to ingress;
grant execute on function virtual_account_json to ingress;
grant execute on function watched_sessions to ingress;
grant execute on function webhook_attempt_json to ingress;
grant execute on function webhook_attempt_members to ingress;
grant execute on function webhook_attempt_with_bodies_json to ingress;
grant execute on function webhook_endpoint_json to ingress;
grant select (id, reference, merchant_id, environment, last_four, scopes, allowed_cidrs, rate_limit_per_minute, made_by, created_at, expires_at, revoked_at, last_used_at, last_used_address) on api_keys to operator;
grant select on applied_files to operator;
grant select on approval_policies to operator;
grant select on approvals to operator;
grant select on audit_log to operator;
grant select on balance_polls to operator;
grant select on banks to operator;
grant select on blocked_recipients to operator;
grant select on charges to operator;
grant select on checkout_sessions to operator;
grant select on collections to operator;
grant select on credit_discrepancies to operator;
grant select on credit_notices to operator;
grant select on credits to operator;
grant select on daily_totals to operator;
grant select on event_bodies to operator;
grant select on events to operator;
grant select on float_balances to operator;
grant select on float_changes to operator;
grant select on float_days to operator;
grant select on float_moves to operator;
grant select on float_shortfalls to operator;
grant select on floats to operator;
grant select on gateway_rules to operator;
grant select on gateways to operator;
grant select on host_checks to operator;
grant select (merchant_id, environment, route, key, resource, created_at) on idempotency_keys to operator;
grant select on identity_checks to operator;
grant select on identity_records to operator;
grant select on ledger_accounts to operator;
grant select on ledger_balances to operator;
grant select on ledger_discrepancies to operator;
grant select on ledger_entries to operator;
grant select on ledger_journals to operator;
grant select on ledger_proofs to operator;
grant select on memberships to operator;
grant select on merchant_origins to operator;
grant select on merchant_tiers to operator;
grant select on merchants to operator;
grant select on name_enquiries to operator;
grant select on open_suspense to operator;
grant select on payment_links to operator;
grant select on payout_accounts to operator;
grant select on payout_batch_items to operator;
grant select on payout_batches to operator;
grant select on payout_freezes to operator;
grant select on payout_holds to operator;
grant select on payout_limits to operator;
grant select on payout_refusals to operator;
grant select on payout_use to operator;
grant select on payouts to operator;
grant select on provider_balances to operator;
grant select on provider_notices to operator;
grant select on provider_statement_lines to operator;
grant select on provider_statements to operator;
grant select on provider_tariffs to operator;
grant select on queued_jobs to operator;
grant select on reconciliation_differences to operator;
grant select on request_kinds to operator;
grant select on request_log to operator;
grant select on request_log_days to operator;
grant select on sandbox_accounts to operator;
grant select on sandbox_identities to operator;
grant select on sandbox_transfers to operator;
grant select on shown_identity_checks to operator;
grant select on tax_remittances to operator;
grant select on test_clocks to operator;
grant select on totp_secrets to operator;
grant select (id, reference, merchant_id, kind, media_type, size, encrypted_key, encrypted_name, created_at) on verification_documents to operator;
grant select on verifications to operator;
grant select on virtual_accounts to operator;
grant select on webhook_attempts to operator;
grant select on webhook_claims to operator;
grant select on webhook_endpoints to operator;
grant select on worker_processes to operator;
grant execute on function add_merchant_origin to operator;
grant execute on function add_statement_lines to operator;
grant execute on function await_payout_claims to operator;
grant execute on function begin_statement to operator;
grant execute on function block_recipient to operator;
grant execute on function business_now to operator;
grant execute on function claimed_before_freeze to operator;
grant execute on function close_merchant to operator;
grant execute on function compare_bank_codes to operator;
grant execute on function create_api_key to operator;
grant execute on function create_merchant to operator;
grant execute on function create_owner to operator;
grant execute on function credit_gateway to operator;
grant execute on function days_to_reconcile to operator;
grant execute on function decide_held_payout to operator;
grant execute on function decide_payout to operator;
grant execute on function decide_verification to operator;
grant execute on function disable_payment_link to operator;
grant execute on function entries_of to operator;
grant execute on function fees_json to operator;
grant execute on function find_by_idempotency_key to operator;
grant execute on function find_by_provider_reference to operator;
grant execute on function find_payments to operator;
grant execute on function finish_statement to operator;
grant execute on function forget_encryption_keys to operator;
grant execute on function freeze_name to operator;
grant execute on function freeze_payouts to operator;
grant execute on function hold_after_restore to operator;
grant execute on function import_bank_codes to operator;
grant execute on function invite_owner to operator;
grant execute on function iso_timestamp to operator;
grant execute on function job_queue to operator;
grant execute on function keep_signing_secret to operator;
grant execute on function lagos_day to operator;
grant execute on function list_payout_freezes to operator;
grant execute on function list_payout_limits to operator;
grant execute on function list_suspense to operator;
grant execute on function list_verification_steps to operator;
grant execute on function mask_text to operator;
grant execute on function merchant_named to operator;
grant execute on function money_json to operator;
grant execute on function move_float to operator;
grant execute on function name_enquiry_results to operator;
grant execute on function note_encryption_key to operator;
grant execute on function payout_account_json to operator;
grant execute on function payout_batch_reference to operator;
grant execute on function payout_limits_of to operator;
grant execute on function payout_reference to operator;
grant execute on function payout_statuses to operator;
grant execute on function payouts_under_way to operator;
grant execute on function poll_payout to operator;
grant execute on function prove_ledger to operator;
grant execute on function provider_credit_id to operator;
grant execute on function recipient_named to operator;
grant execute on function reconcile_day to operator;
grant execute on function reencrypt to operator;
grant execute on function reference_history to operator;
grant execute on function refund_charges to operator;
grant execute on function refund_reference to operator;
grant execute on function refuse_unless to operator;
grant execute on function release_payouts to operator;
grant execute on function remit_tax to operator;
grant execute on function remove_merchant_origin to operator;
grant execute on function remove_payout_account to operator;
grant execute on function request_name_enquiries to operator;
grant execute on function resend_event to operator;
grant execute on function resolve_difference to operator;
grant execute on function resolve_suspended_credit to operator;
grant execute on function retry_job to operator;
grant execute on function retry_jobs to operator;
grant execute on function revoke_api_key to operator;
grant execute on function rotate_api_key to operator;
grant execute on function rotate_webhook_secret to operator;
grant execute on function save_payout_account to operator;
grant execute on function set_charge to operator;
grant execute on function set_default_payout_account to operator;
grant execute on function set_duty_charged to operator;
grant execute on function set_exemptions to operator;
grant execute on function set_float_minimum to operator;
grant execute on function set_gateway_rule to operator;
grant execute on function set_kyb_status to operator;
grant execute on function set_merchant_tier to operator;
grant execute on function set_payout_limits to operator;
grant execute on function set_payout_max to operator;
grant execute on function set_provider_tariff to operator;
grant execute on function set_reviewer to operator;
grant execute on function set_webhook_endpoint to operator;
grant execute on function slow_statements to operator;
grant execute on function start_of_lagos_day to operator;
grant execute on function test_clock_offset to operator;
grant execute on function unblock_recipient to operator;
grant execute on function webhook_endpoint_json to operator;
grant select on applied_files to workers;
grant select on bank_provider_codes to workers;
grant select on collections to workers;
grant select on gateway_rules to workers;
grant select on gateways to workers;
grant select on host_checks to workers;
grant select (id, identity_record_id, status, encrypted_phone, inserted_at) on identity_checks to workers;
grant select on identity_records to workers;
grant select (id, name) on merchants to workers;
grant select on name_enquiries to workers;
grant select on payout_freezes to workers;
grant select (payout_id, decision) on payout_holds to workers;
grant select on payout_refusals to workers;
grant select, update on queue_live_lookups._private_job_queues to workers;
grant delete, select, update on queue_live_lookups._private_jobs to workers;
grant select on queue_live_lookups._private_known_crontabs to workers;
grant insert, select on queue_live_lookups._private_tasks to workers;
grant select on queue_live_lookups.migrations to workers;
grant select, update on queue_live_mails._private_job_queues to workers;
grant delete, select, update on queue_live_mails._private_jobs to workers;
grant select on queue_live_mails._private_known_crontabs to workers;
grant insert, select on queue_live_mails._private_tasks to workers;
grant select on queue_live_mails.migrations to workers;
grant select, update on queue_live_money._private_job_queues to workers;
grant delete, select, update on queue_live_money._private_jobs to workers;
grant select on queue_live_money._private_known_crontabs to workers;
grant insert, select on queue_live_money._private_tasks to workers;
grant select on queue_live_money.migrations to workers;
grant select, update on queue_live_slow_webhooks._private_job_queues to workers;
grant delete, select, update on queue_live_slow_webhooks._private_jobs to workers;
grant select on queue_live_slow_webhooks._private_known_crontabs to workers;
grant insert, select on queue_live_slow_webhooks._private_tasks to workers;
grant select on queue_live_slow_webhooks.migrations to workers;
grant select, update on queue_live_webhooks._private_job_queues to workers;
grant delete, select, update on queue_live_webhooks._private_jobs to workers;
grant select on queue_live_webhooks._private_known_crontabs to workers;
grant insert, select on queue_live_webhooks._private_tasks to workers;
grant select on queue_live_webhooks.migrations to workers;
grant select, update on queue_test_lookups._private_job_queues to workers;
grant delete, select, update on queue_test_lookups._private_jobs to workers;
grant select on queue_test_lookups._private_known_crontabs to workers;
grant insert, select on queue_test_lookups._private_tasks to workers;
grant select on queue_test_lookups.migrations to workers;
grant select, update on queue_test_money._private_job_queues to workers;
grant delete, select, update on queue_test_money._private_jobs to workers;
grant select on queue_test_money._private_known_crontabs to workers;
grant insert, select on queue_test_money._private_tasks to workers;
grant select on queue_test_money.migrations to workers;
grant select, update on queue_test_slow_webhooks._private_job_queues to workers;
grant delete, select, update on queue_test_slow_webhooks._private_jobs to workers;
grant select on queue_test_slow_webhooks._private_known_crontabs to workers;
grant insert, select on queue_test_slow_webhooks._private_tasks to workers;
grant select on queue_test_slow_webhooks.migrations to workers;
grant select, update on queue_test_webhooks._private_job_queues to workers;
grant delete, select, update on queue_test_webhooks._private_jobs to workers;
grant select on queue_test_webhooks._private_known_crontabs to workers;
grant insert, select on queue_test_webhooks._private_tasks to workers;
grant select on queue_test_webhooks.migrations to workers;
grant select on sandbox_transfers to workers;
grant usage on schema queue_live_lookups to workers;
grant usage on schema queue_live_mails to workers;
grant usage on schema queue_live_money to workers;
grant usage on schema queue_live_slow_webhooks to workers;
grant usage on schema queue_live_webhooks to workers;
grant usage on schema queue_test_lookups to workers;
grant usage on schema queue_test_money to workers;
grant usage on schema queue_test_slow_webhooks to workers;
grant usage on schema queue_test_webhooks to workers;
grant select on test_clocks to workers;
grant select on virtual_accounts to workers;
grant execute on function activate_crypto_collection to workers;
grant execute on function activate_virtual_account to workers;
grant execute on function business_now to workers;
grant execute on function claim_account_poll to workers;
grant execute on function claim_balance_poll to workers;
grant execute on function claim_credit_notice to workers;
grant execute on function claim_deliveries to workers;
grant execute on function claim_mail to workers;
grant execute on function claim_payout_confirmation to workers;
grant execute on function claim_payout_resend to workers;
grant execute on function claim_payouts to workers;
grant execute on function compare_payout_destination to workers;
grant execute on function complete_host_check to workers;
grant execute on function complete_identity_check to workers;
grant execute on function complete_identity_record to workers;
grant execute on function defer_payout to workers;
grant execute on function fail_virtual_account to workers;
grant execute on function finish_account_poll to workers;
grant execute on function finish_credit_notice to workers;
grant execute on function finish_name_enquiries to workers;
grant execute on function finish_payouts to workers;
grant execute on function gateway_rule to workers;
grant execute on function may_be_sent_elsewhere to workers;
grant execute on function measure_floats to workers;
grant execute on function measure_payouts to workers;
grant execute on function measure_service to workers;
grant execute on function next_poll_time to workers;
grant execute on function note_encryption_key to workers;
grant execute on function open_name_enquiries to workers;
grant execute on function payout_is_frozen to workers;
grant execute on function postpone_credit to workers;
grant execute on function provision_sandbox_account to workers;
grant execute on function purge_expired_rows to workers;
grant execute on function reconcile to workers;
grant execute on function record_attempts to workers;
grant execute on function record_balances to workers;
grant execute on function record_heartbeat to workers;
grant execute on function record_mail_attempt to workers;
grant execute on function record_sandbox_transfers to workers;
grant execute on function register_worker to workers;
grant execute on function remember_sandbox_identity to workers;
grant execute on function require_known_queues to workers;
grant execute on function reroute_payout to workers;
grant execute on function retention_kinds to workers;
grant execute on function schedule_payout_confirmation to workers;
grant execute on function settle_credit to workers;
grant execute on function start_payout_calls to workers;
grant execute on function sum_balance_days to workers;
grant execute on function test_clock_offset to workers;
grant execute on function unregister_worker to workers;
grant execute on function work_on_payout_batches to workers;
