-- Payouts and refunds, the accounts they go to, and what stops or limits them.

create table payout_batches (
  id bigint generated always as identity primary key,
  reference text not null constraint payout_batch_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint payout_batch_environment_is_known check (environment in ('test', 'live')),
  request_hash bytea not null,
  name text,
  status text not null default 'validating'
    constraint payout_batch_status_is_known check (
      status in ('validating', 'ready', 'awaiting_approval', 'processing', 'completed', 'canceled', 'failed')
    ),
  makers bigint[] not null default '{}',
  item_count integer not null constraint payout_batch_has_items check (item_count between 1 and 10000),
  runs integer not null default 0,
  amount bigint not null default 0,
  fee bigint not null default 0,
  vat bigint,
  stamp_duty bigint,
  has_slices boolean not null default false,
  worked_at timestamptz not null default now(),
  inserted_at timestamptz not null default clock_timestamp(),
  validated_from timestamptz not null,
  cancel_reason text
    constraint payout_batch_cancel_reason_is_known check (cancel_reason in ('rejected', 'expired', 'unstarted')),
  trace_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ready_at timestamptz,
  started_at timestamptz,
  run_at timestamptz,
  canceled_at timestamptz,
  completed_at timestamptz,
  constraint only_a_started_payout_batch_moves_money check (
    (runs = 0) = (started_at is null) and (runs = 0) = (run_at is null)
    and (status not in ('awaiting_approval', 'processing', 'completed') or runs > 0)
    and (not has_slices or status = 'processing')
  )
);

comment on table payout_batches is
  'Many payouts that are decided together: create_payout_batch() writes it as validating. validate_payout_batches() '
  'asks for the names of its accounts, start_payout_batch() reserves the money of all items at once, and '
  'work_on_payout_batches() makes payouts of them, in slices.';
comment on column payout_batches.reference is
  'Made from the merchant, the environment and the Idempotency-Key, as that of a payout: a key makes one batch.';
comment on column payout_batches.makers is
  'The people who made it or replaced an item, or created or rotated the key that did: they must not approve it.';
comment on column payout_batches.runs is 'How often it was started: once, and once for each retry of what failed.';
comment on column payout_batches.amount is 'Of the items of the newest run, in kobo. fee, vat and stamp_duty likewise.';
comment on column payout_batches.has_slices is 'Items of it wait to become payouts, or to be canceled.';
comment on column payout_batches.worked_at is 'When its last slice was made, in real time: batches take turns.';
comment on column payout_batches.inserted_at is 'When it was made, in real time: a test clock makes no more of them.';
comment on column payout_batches.validated_from is 'Since when it is validated.';
comment on column payout_batches.cancel_reason is
  'rejected or expired: its newest run was not approved. unstarted: nobody started it within seven days. Null: its '
  'merchant canceled it, or nobody did.';
comment on column payout_batches.run_at is 'When it was last started. Its payouts count for that day''s limits.';
comment on column payout_batches.canceled_at is
  'When its cancellation began: what was sent by then still ends. Null again once a canceled retry has ended.';

create index payout_batches_by_merchant on payout_batches (merchant_id, environment, created_at desc, id desc);
create index payout_batches_by_status on payout_batches (merchant_id, environment, status, created_at desc, id desc);
create index payout_batches_under_way on payout_batches (environment, status, created_at)
  where status in ('validating', 'ready', 'processing');
create index payout_batches_to_work_on on payout_batches (environment, worked_at) where has_slices;
create index payout_batches_never_started on payout_batches (worked_at) where runs = 0;

create table payouts (
  id bigint generated always as identity primary key,
  reference text not null constraint payout_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint payout_environment_is_known check (environment in ('test', 'live')),
  idempotency_key text,
  request_hash bytea,
  batch_id bigint references payout_batches,
  batch_place integer,
  batch_attempt integer,
  status text not null default 'pending'
    constraint payout_status_is_known check (
      status in (
        'needs_destination', 'awaiting_approval', 'pending', 'processing', 'succeeded', 'failed', 'reversed', 'canceled'
      )
    ),
  amount bigint not null constraint payout_amount_is_positive check (amount > 0),
  fee bigint not null constraint payout_fee_is_charged_or_zero check (fee >= 0),
  vat bigint,
  stamp_duty bigint,
  exempted_duty bigint not null default 0 constraint exempted_duty_is_not_negative check (exempted_duty >= 0),
  purpose text not null default 'other'
    constraint payout_purpose_is_known check (
      purpose in ('salary', 'supplier', 'refund', 'settlement', 'own_account', 'other')
    ),
  currency text not null,
  collection_id bigint references collections,
  credit_id bigint references credits,
  refund_reason text
    constraint refund_reason_is_known check (
      refund_reason in ('customer_request', 'duplicate', 'not_delivered', 'fraud', 'other', 'unmatched')
    ),
  note text,
  bank_code text references banks,
  bank_name text,
  account_number text,
  account_name text,
  narration text,
  merchant_reference text,
  metadata json,
  held_since timestamptz,
  fence bigint not null default 0,
  sent_through text,
  gateway_choice jsonb,
  submitted_at timestamptz,
  call_started_at timestamptz,
  unsent_since timestamptz,
  confirmations integer not null default 0,
  next_confirmation_at timestamptz,
  not_found_since timestamptz,
  refused_for text,
  failure_code text,
  failure_message text,
  cancel_reason text constraint payout_cancel_reason_is_known check (cancel_reason in ('rejected', 'expired')),
  reversible_until timestamptz,
  confirmed_at timestamptz,
  duplicate_gateway text,
  contradicted_by text
    constraint payout_contradiction_is_final check (contradicted_by in ('succeeded', 'failed', 'reversed')),
  needs_review boolean not null default false,
  decided_at timestamptz,
  trace_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint payout_fee_has_its_taxes check (
    least(vat, stamp_duty, 0) = 0 and coalesce(vat, 0) + coalesce(stamp_duty, 0) <= fee
  ),
  constraint a_payout_has_a_key_or_a_batch check (
    num_nonnulls(idempotency_key, request_hash) = case when batch_id is null then 2 else 0 end
    and num_nonnulls(batch_id, batch_place, batch_attempt) in (0, 3)
  ),
  constraint failed_payout_says_why check (
    (status = 'failed') = (failure_code is not null and failure_message is not null)
  ),
  constraint only_a_canceled_payout_has_a_cancel_reason check (cancel_reason is null or status = 'canceled'),
  constraint only_a_pending_payout_is_held check (held_since is null or status = 'pending'),
  constraint only_a_refund_has_a_reason check (
    (collection_id is null) = (refund_reason is null) and (note is null or collection_id is not null)
    and (credit_id is not null) = (refund_reason is not distinct from 'unmatched')
  ),
  constraint only_a_refund_lacks_a_destination check (
    case num_nonnulls(bank_code, bank_name, account_number, account_name)
      when 4 then status <> 'needs_destination'
      when 0 then status not in ('awaiting_approval', 'pending') and collection_id is not null
      else false
    end
  ),
  constraint only_a_claimed_payout_is_sent check (
    status not in ('needs_destination', 'awaiting_approval', 'pending', 'canceled')
    or (submitted_at is null and next_confirmation_at is null)
  ),
  constraint a_processing_payout_was_submitted check (status <> 'processing' or submitted_at is not null),
  constraint a_live_payout_names_its_gateway check (
    environment = 'test' or submitted_at is null or sent_through is not null
  ),
  constraint a_paid_payout_is_settled check ((settled_at is not null) = (status in ('succeeded', 'reversed')))
) with (autovacuum_vacuum_scale_factor = 0.02);

comment on table payouts is
  'Sends a merchant''s money to one bank account. accept_payouts() writes it as pending in the transaction that '
  'reserves the money, or as awaiting_approval. A worker claims it (processing), sends it under its reference and '
  'stores the result: '
  'succeeded, failed, or later reversed. A merchant may cancel it while it is pending. While the provider''s result '
  'is unknown it stays processing. A refund is a payout too: accept_refund() writes it.';
comment on column payouts.collection_id is 'The collection whose payer gets money back. Null: it is no refund.';
comment on column payouts.credit_id is
  'The unmatched credit that it returns: accept_refund() has nothing of it, return_credit() wrote it.';
comment on column payouts.note is 'The merchant''s own words about a refund. The payer does not see them.';
comment on column payouts.bank_code is
  'With the three columns that follow: the account it goes to. Null: a refund that needs a destination, or did when it '
  'was canceled or the database restored (hold_after_restore).';
comment on column payouts.reference is
  'Made from the merchant, the environment and the Idempotency-Key (payout_reference) and kept for ever: a key never '
  'pays twice.';
comment on column payouts.batch_id is
  'The batch whose item it pays, at this place and for this attempt: its reference is made of these. Null: it has an '
  'Idempotency-Key.';
comment on column payouts.held_since is
  'Since when the payout is on hold. Payouts on hold are not in the queue to send.';
comment on column payouts.fence is
  'A fencing token: each claim adds one, and a worker''s write counts only while its claim is the newest.';
comment on column payouts.sent_through is
  'The gateway of the claim. Another gateway knows nothing of the payout: it is not polled and never sends it again. '
  'Null: a test payout, or it was never claimed. Of one that our books never sent, and that is polled because a '
  'statement has it: that of the statement.';
comment on column payouts.gateway_choice is
  'What was known of the live gateways when one was chosen, the best first: rankGateways() of the workers. For '
  'operators. Null: there was no choice.';
comment on column payouts.call_started_at is
  'When a worker began to call a gateway that may carry out a reference twice: start_payout_calls().';
comment on column payouts.unsent_since is
  'Since when it is certain that nothing was sent through the payout''s gateway: the gateway takes no calls, or '
  'there was no time. The payout is sent when its next confirmation is due. Null: it was sent, or may have been.';
comment on column payouts.fee is 'What it costs, with taxes, in kobo: charges_of() at the moment it was accepted.';
comment on column payouts.vat is 'The VAT in the fee. Null: not owed.';
comment on column payouts.stamp_duty is 'The stamp duty in the fee. Null: not owed.';
comment on column payouts.exempted_duty is 'The stamp duty that its purpose spared it.';
comment on column payouts.not_found_since is
  'Since when the provider does not find the transfer. It may learn of a transfer after accepting it, so "not '
  'found" counts only after a while.';
comment on column payouts.refused_for is
  'Why its gateway refused the payout, until that counts as final: schedule_payout_confirmation().';
comment on column payouts.cancel_reason is
  'Why it was not approved. Null: its merchant canceled it, or it never got a destination.';
comment on column payouts.reversible_until is 'Until when the provider may take a success back. Null: it never does.';
comment on column payouts.confirmed_at is
  'When the provider confirmed, after reversible_until, that the success stands.';
comment on column payouts.duplicate_gateway is
  'The gateway that had refused the payout and reports on its own that it paid it. A person decides. Null: none, or '
  'a person has decided.';
comment on column payouts.contradicted_by is
  'The final result that the provider reported against the recorded one. A person decides.';
comment on column payouts.needs_review is 'A person has to look at it.';
comment on column payouts.decided_at is 'When a person decided the outcome. No other report changes it from then on.';

create unique index payouts_by_merchant_reference
  on payouts (merchant_id, environment, merchant_reference) where merchant_reference is not null;
create index payouts_to_review on payouts (updated_at) where needs_review;
-- Also serves the list of all payouts, which is read for each status and merged.
create index payouts_by_status on payouts (merchant_id, environment, status, created_at desc, id desc)
  where collection_id is null;
-- Most name no purpose, and cost no entry here: lists are not filtered by other.
create index payouts_by_purpose on payouts (merchant_id, environment, purpose, status, created_at desc, id desc)
  where purpose <> 'other' and collection_id is null;
-- A destination is new until a payout has succeeded (approval_reasons); lately, it makes duplicates of batches' items.
create index payouts_succeeded_to on payouts (merchant_id, environment, bank_code, account_number, amount, created_at)
  where status = 'succeeded' and collection_id is null;
create index refunds_by_status on payouts (merchant_id, environment, status, created_at desc, id desc)
  where collection_id is not null;
create index refunds_without_destination on payouts (environment, created_at) where status = 'needs_destination';
create index returns_by_credit on payouts (credit_id, id desc) where credit_id is not null;
create index refunds_by_collection on payouts (collection_id, created_at desc, id desc)
  where collection_id is not null;
create index payouts_polled_by_merchant on payouts (environment, merchant_id, next_confirmation_at)
  where next_confirmation_at is not null;
-- The sweep reads one due confirmation for each merchant and minute, and none that is planned for later
-- (waiting_rows).
create index payouts_polled_by_minute on payouts (
  environment, ((-floor(extract(epoch from next_confirmation_at at time zone 'UTC') / 60))::integer), merchant_id,
  next_confirmation_at
) where next_confirmation_at is not null;
create index payouts_to_send on payouts (environment, merchant_id, id)
  where status = 'pending' and held_since is null;
create index payouts_held on payouts (environment, merchant_id, id)
  where status = 'pending' and held_since is not null;
create index payouts_processing on payouts (environment, id) where status = 'processing' and not needs_review;
-- A day's reconciliation reads only its own payouts. The time only grows, so entries go to the end.
create index live_payouts_by_time_sent on payouts (submitted_at)
  where environment = 'live' and submitted_at is not null;
-- For metrics of how the newest payouts ended: measure_payouts().
create index payouts_ended on payouts (environment, id) where status in ('succeeded', 'failed', 'reversed');

create unique index payouts_by_batch on payouts (batch_id, batch_place, batch_attempt) where batch_id is not null;
create index payouts_of_batches_under_way on payouts (batch_id, status)
  where batch_id is not null and status in ('awaiting_approval', 'pending', 'processing');
create index payouts_exempt on payouts (settled_at) where exempted_duty > 0;

create table payout_batch_items (
  batch_id bigint not null references payout_batches on delete cascade,
  place integer not null constraint batch_item_place_is_in_a_batch check (place between 0 and 9999),
  line integer,
  status text not null default 'validating'
    constraint batch_item_status_is_known check (
      status in ('validating', 'valid', 'invalid', 'skipped', 'waiting', 'created', 'canceled')
    ),
  attempt integer not null default 0 constraint batch_item_has_few_attempts check (attempt between 0 and 5),
  amount bigint,
  bank_code text references banks,
  account_number text,
  account_name text,
  payout_account text,
  narration text,
  purpose text,
  merchant_reference text,
  metadata json,
  is_confirmed boolean not null default false,
  given json,
  errors jsonb,
  name_match text
    constraint batch_item_name_match_is_known check (
      name_match in ('match', 'close', 'different', 'unchecked', 'unverified')
    ),
  resolved_name text,
  named_at timestamptz,
  enquiry_id bigint,
  enquiries integer not null default 0,
  enquire_from timestamptz not null default now(),
  duplicate text constraint batch_item_duplicate_is_known check (duplicate in ('batch', 'paid')),
  fee bigint,
  vat bigint,
  stamp_duty bigint,
  exempted_duty bigint,
  payout_id bigint references payouts,
  primary key (batch_id, place),
  constraint only_a_whole_item_is_paid check (
    status not in ('valid', 'waiting', 'created')
    or num_nonnulls(amount, bank_code, account_number, resolved_name) = 4
  ),
  constraint a_waiting_item_knows_its_charges check (status <> 'waiting' or fee is not null)
);

comment on table payout_batch_items is
  'What a batch pays, one row for each of its payouts to be. An item that is created has the payout of its newest '
  'attempt.';
comment on column payout_batch_items.line is 'Its line in the CSV file. Null: it came as JSON.';
comment on column payout_batch_items.status is
  'waiting: its money is reserved, and it has no payout yet. skipped: left out when the batch was started. canceled: '
  'it never became a payout, and its money is back.';
comment on column payout_batch_items.given is 'The texts that were wrong, as they came, by member.';
comment on column payout_batch_items.name_match is
  'How account_name compares with resolved_name, the bank''s. unverified: the bank could not say.';
comment on column payout_batch_items.named_at is 'When the bank named it: that holds for a day.';
comment on column payout_batch_items.enquiry_id is 'The name enquiry that it waits for.';
comment on column payout_batch_items.enquire_from is 'In real time: after the bank could not be reached, it waits.';
comment on column payout_batch_items.duplicate is
  'batch: another item of it has the same account and amount. paid: a payout of the last 24 hours has, or a waiting '
  'item of another batch.';

create index batch_items_by_status on payout_batch_items (batch_id, status, place);
create index batch_items_enquired on payout_batch_items (enquiry_id) where enquiry_id is not null;
create index batch_items_by_payout on payout_batch_items (payout_id) where payout_id is not null;

create type new_batch_item as (
  row integer, amount bigint, "bankCode" text, "accountNumber" text, "accountName" text, "payoutAccountId" text,
  narration text, purpose text, "merchantReference" text, metadata json, confirm boolean, given json, errors jsonb
);

comment on type new_batch_item is 'An item of create_payout_batch(), as the intake of the ingress has read it.';

create table charge_refunds (
  payout_id bigint primary key references payouts,
  service bigint not null,
  vat bigint not null,
  stamp_duty bigint not null,
  refunded_at timestamptz not null default now(),
  undone_at timestamptz,
  constraint charge_refund_is_of_something check (
    least(service, vat, stamp_duty) >= 0 and service + vat + stamp_duty > 0
  )
);

comment on table charge_refunds is
  'Charges that operators gave back after a reversal, in kobo: one row for each journal charges_refunded '
  '(refund_charges).';
comment on column charge_refunds.undone_at is
  'When they were taken again, because a person decided that the payout had succeeded after all.';

create type payout_request as (
  "merchantId" bigint, environment text, "idempotencyKey" text, "requestHash" text, amount bigint, "bankCode" text,
  "accountNumber" text, "accountName" text, "payoutAccountId" text, narration text, purpose text,
  "merchantReference" text, metadata json, "traceId" uuid, key text, "sessionId" bigint, address inet, actor text,
  "personId" bigint
);

comment on type payout_request is 'An item of accept_payouts().';

create type decided_payout as (outcome text, reference text, charges charges_due, reasons text[], details json);

comment on type decided_payout is
  'What accept_payouts() decided of a request. reasons: why it needs approval; null if it does not. details: of a '
  'refusal, as the API shows them.';

create type payout_end as (
  payout_id bigint, fence bigint, outcome text, failure_code text, failure_message text, confirm_again_after interval,
  gateway text
);

comment on type payout_end is
  'The result of a claimed payout as a provider reported it: an item of finish_payouts(). gateway is the one of the '
  'claim.';

create type claimed_payout as (
  id bigint, merchant_id bigint, environment text, reference text, status text, fence bigint, amount bigint,
  currency text, bank_code text, account_number text, account_name text, narration text, purpose text,
  sent_through text, refused_by text[], refused_for text, not_found_for_ms double precision, is_unsent boolean,
  reported_success boolean
);

comment on type claimed_payout is
  'What a worker gets of a payout that it has claimed: claim_of(). The account is empty if a refund''s destination was '
  'lost in a restore: it is polled, and never sent. refused_by: gateways that refused it before, for '
  'reasons of their own. refused_for: why its gateway, which got it, refused it; null if it did not, or may have '
  'accepted it since. not_found_for_ms: for how long the provider has reported only "not found". is_unsent: it was '
  'never sent, and its day is not over. reported_success: its gateway reported a success under an older claim, which '
  'is not on record.';

create type payout_destination as (
  bank_code text, account_number text, account_name text, is_saved boolean, refusal text
);

comment on type payout_destination is
  'The account that a payout is to pay. is_saved: its name needs no enquiry. refusal: the outcome of '
  'accept_payouts() where there is none.';

create type payout_limits_in_force as (
  merchant_id bigint, environment text, payout_max bigint, day_max bigint, account_day_max bigint,
  account_day_payouts bigint, version text
);

comment on type payout_limits_in_force is
  'The limits of a merchant in an environment, its own and its tier''s: payout_limits_of(). version names exactly '
  'these limits.';

create table payout_accounts (
  id bigint generated always as identity primary key,
  reference text not null constraint payout_account_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint payout_account_environment_is_known check (environment in ('test', 'live')),
  bank_code text not null references banks,
  account_number text not null constraint payout_account_number_is_nuban check (account_number ~ '^[0-9]{10}$'),
  account_name text not null,
  is_default boolean not null default false,
  merchant_reference text,
  metadata json,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint removed_payout_account_is_not_the_default check (removed_at is null or not is_default)
);

comment on table payout_accounts is
  'A bank account that a merchant pays repeatedly, saved with the name that the bank reported.';
comment on column payout_accounts.removed_at is
  'Null while it is saved. A removed account is shown nowhere, and a payout to it is refused.';

create unique index payout_account_default_is_one on payout_accounts (merchant_id, environment) where is_default;
-- Saving a removed account again adds a row under a new reference.
create unique index payout_account_is_saved_once
  on payout_accounts (merchant_id, environment, bank_code, account_number) where removed_at is null;
create unique index payout_accounts_by_merchant_reference
  on payout_accounts (merchant_id, environment, merchant_reference)
  where merchant_reference is not null and removed_at is null;
create index payout_accounts_by_merchant on payout_accounts (merchant_id, environment, created_at desc, id desc);

create table payout_refusals (
  payout_id bigint not null references payouts,
  gateway text not null,
  reason text not null
    constraint payout_refusal_reason_is_known check (reason in ('no_float', 'bank_unreachable', 'unavailable')),
  never_left boolean not null default false,
  refused_at timestamptz not null default now(),
  constraint payout_refusal_is_kept_once primary key (payout_id, gateway)
);

comment on table payout_refusals is
  'Gateways that refused to send a payout for reasons of their own, once each. It then went through another gateway '
  'or stayed with the last one. A payout fails only when all of them deny having it.';
comment on column payout_refusals.never_left is
  'Whether no byte of the transfer reached the gateway, which may then get it again.';

create table payout_freezes (
  id bigint generated always as identity primary key,
  environment text not null constraint payout_freeze_environment_is_known check (environment in ('test', 'live')),
  merchant_id bigint references merchants,
  bank_code text references banks,
  gateway text,
  frozen_at timestamptz not null default now(),
  constraint payout_freeze_is_kept_once unique nulls not distinct (environment, merchant_id, bank_code, gateway),
  constraint payout_freeze_is_of_one_thing check (
    num_nonnulls(merchant_id, bank_code) <= 1
    and num_nonnulls(merchant_id, gateway) <= 1
  )
);

comment on table payout_freezes is
  'Operators stop sending payouts: of a merchant, to a bank, through a gateway (for one bank or all), or of a whole '
  'environment.';

create table blocked_recipients (
  id bigint generated always as identity primary key,
  environment text not null constraint blocked_recipient_environment_is_known check (environment in ('test', 'live')),
  bank_code text references banks,
  account_number text constraint blocked_recipient_account_number_is_nuban check (account_number ~ '^[0-9]{10}$'),
  name_words text[],
  listed_at timestamptz not null default now(),
  constraint blocked_recipient_is_listed_once
    unique nulls not distinct (environment, account_number, bank_code, name_words),
  constraint blocked_recipient_is_an_account_or_a_name check (
    (account_number is null) <> (name_words is null)
    and (bank_code is null or account_number is not null)
  )
);

comment on table blocked_recipients is
  'Recipients whose payouts a person must review first: an account, at one bank or any, or a name.';
comment on column blocked_recipients.bank_code is 'Null: the account at any bank.';
comment on column blocked_recipients.name_words is 'A name split by name_words().';

create index blocked_recipients_by_name on blocked_recipients using gin (name_words) where name_words is not null;

create table payout_holds (
  payout_id bigint primary key references payouts,
  cause text not null constraint payout_hold_cause_is_known check (
    cause in ('account', 'name', 'statement', 'approval')
  ),
  held_at timestamptz not null default now(),
  decision text constraint payout_hold_decision_is_known check (decision in ('release', 'refuse')),
  decided_at timestamptz,
  constraint payout_hold_is_decided_at_a_time check ((decision is null) = (decided_at is null))
);

comment on table payout_holds is 'Payouts that wait for a person''s decision.';
comment on column payout_holds.cause is
  'What matched: the list entry may be removed before the decision. statement: by the books it was never sent, but '
  'it is on a provider''s statement. approval: it waited for approval when the database was restored.';

create index payout_holds_open on payout_holds (held_at) where decision is null;

create table payout_limits (
  id bigint generated always as identity primary key,
  environment text not null constraint payout_limits_environment_is_known check (environment in ('test', 'live')),
  merchant_id bigint references merchants,
  tier text references merchant_tiers,
  payout_max bigint,
  day_max bigint,
  account_day_max bigint,
  account_day_payouts bigint,
  set_at timestamptz not null,
  constraint payout_limits_are_kept_once unique nulls not distinct (environment, merchant_id, tier),
  constraint payout_limits_are_of_a_merchant_or_a_tier check (num_nonnulls(merchant_id, tier) = 1),
  constraint payout_limits_limit_something check (
    least(payout_max, day_max, account_day_max, account_day_payouts) > 0
    and num_nonnulls(payout_max, day_max, account_day_max, account_day_payouts) > 0
  )
);

comment on table payout_limits is
  'Limits that an operator set for a merchant or a tier in one environment. A merchant''s own limit replaces the '
  'tier''s. Amounts in kobo; null: no limit.';
comment on column payout_limits.payout_max is 'A single payout.';
comment on column payout_limits.day_max is 'All payouts of a day in Lagos.';
comment on column payout_limits.account_day_max is 'All payouts of a day to one account.';
comment on column payout_limits.account_day_payouts is 'How many payouts a day may go to one account.';

create table payout_use (
  merchant_id bigint not null references merchants,
  environment text not null constraint payout_use_environment_is_known check (environment in ('test', 'live')),
  day date not null,
  account text not null,
  amount bigint not null constraint payout_use_amount_is_not_negative check (amount >= 0),
  payouts bigint not null constraint payout_use_count_is_not_negative check (payouts >= 0),
  counted_for text,
  created_at timestamptz not null default now(),
  constraint payout_use_is_kept_once primary key (merchant_id, environment, day, account)
) with (fillfactor = 50);

comment on table payout_use is
  'What merchants with limits have used on a day: accepted payouts, less those that failed, were canceled or '
  'reversed. One row for all accounts and, where accounts are limited, one for each. Written under the lock of the '
  'merchant''s ledger accounts. The fill factor leaves room for the next version of a row in its page.';
comment on column payout_use.account is
  'Bank code and account number, separated by a space. Empty: all accounts. approvals: all payments of a merchant with '
  'an approval policy, with accepts of unmatched credits (count_payment).';
comment on column payout_use.counted_for is
  'In the row for all accounts: the limits (version) that the whole day was counted under. Under other limits the '
  'day is recounted, since nothing is counted while there is no limit.';

create index payout_use_by_age on payout_use (created_at);
