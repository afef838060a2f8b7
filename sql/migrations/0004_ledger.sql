-- The ledger, and what is derived from it: floats of the live gateways, daily totals. And what services cost.

create table gateways (
  name text primary key
    constraint gateway_name_has_its_form check (name ~ '^[a-z]{2,20}$' and name not in ('bank', 'sandbox')),
  takes_our_bank_codes boolean not null,
  charges_stamp_duty boolean not null default false
);

comment on table gateways is
  'The live gateways there are (data/gateways.csv), by the names of LIVE_GATEWAYS. A new one gets a float in each '
  'currency (make_floats).';
comment on column gateways.takes_our_bank_codes is
  'Whether it is sent our bank codes, and is assumed to reach every bank. Otherwise it reaches those that '
  'bank_provider_codes has for it.';
comment on column gateways.charges_stamp_duty is
  'Whether its provider charges the stamp duty of payouts in its fee, and pays it to the state. Until an operator '
  'knows that it does, we remit all.';

create table ledger_accounts (
  id bigint generated always as identity primary key,
  merchant_id bigint references merchants,
  environment text not null constraint ledger_account_environment_is_known check (environment in ('test', 'live')),
  currency text not null constraint ledger_account_currency_is_known check (currency in ('NGN', 'USD')),
  kind text not null,
  balance bigint constraint merchant_balance_is_not_negative check (balance >= 0),
  last_sequence bigint not null default 0,
  last_moved_at timestamptz,
  constraint ledger_account_is_unique unique nulls not distinct (merchant_id, environment, currency, kind),
  constraint ledger_account_environment_and_currency unique (id, environment, currency),
  constraint only_merchant_accounts_carry_a_balance check ((merchant_id is null) = (balance is null)),
  constraint ledger_account_kind_fits_owner check (
    (merchant_id is not null and kind in ('available', 'reserved'))
    or (
      merchant_id is null and (
        kind in (
          'gateway', 'fees', 'vat_payable', 'stamp_duty_payable', 'suspense', 'provider_costs', 'input_vat', 'owner'
        ) or kind ~ '^float_[a-z]{2,20}$'
      )
    )
  )
) with (fillfactor = 50);

comment on table ledger_accounts is
  'Who owns which part of the money that gateways hold for us. Positive amounts are owed by us, so gateway accounts '
  'are negative: minus what the provider holds.';
comment on column ledger_accounts.kind is
  'available and reserved: the merchant''s. gateway: test money. float_<gateway>: live money at that gateway. '
  'vat_payable and stamp_duty_payable: taxes that we owe the state. provider_costs: an expense, so negative; '
  'input_vat: the VAT on it. owner: what the platform''s owner paid in to floats or took out.';
comment on column ledger_accounts.balance is
  'In minor units, of merchants'' accounts only. Every journal touches system accounts: a stored balance would make '
  'all journals wait for one row, so theirs is the sum of their entries.';
comment on column ledger_accounts.last_sequence is
  'The sequence of a merchant''s newest entry. Counted here and by no sequence object, whose numbers a rollback loses.';
comment on column ledger_accounts.last_moved_at is 'The time of a merchant''s newest entry: none is older than it.';

insert into ledger_accounts (environment, currency, kind)
select environment, currency, kind
from unnest(array['test', 'live']) environment, unnest(array['NGN', 'USD']) currency,
  unnest(array['gateway', 'fees', 'vat_payable', 'stamp_duty_payable', 'suspense']) kind;

insert into ledger_accounts (environment, currency, kind)
select 'live', currency, kind
from unnest(array['provider_costs', 'input_vat', 'owner']) kind, unnest(array['NGN', 'USD']) currency;

create table ledger_journals (
  id bigint generated always as identity,
  kind text not null
    constraint ledger_journal_kind_is_known check (
      kind in (
        'credit_settled', 'credit_suspended', 'credit_released', 'credit_accepted', 'credit_refunded',
        'payout_accepted', 'payout_settled', 'payout_released', 'payout_reversed',
        'payout_release_undone', 'payout_reversal_undone', 'batch_reserved', 'batch_released',
        'refund_accepted', 'refund_settled', 'refund_released', 'refund_reversed',
        'refund_release_undone', 'refund_reversal_undone',
        'return_accepted', 'return_settled', 'return_released', 'return_reversed',
        'return_release_undone', 'return_reversal_undone',
        'identity_fee_reserved', 'identity_fee_captured', 'identity_fee_released',
        'charges_refunded', 'provider_fee_charged', 'duty_paid_by_provider', 'tax_remitted', 'float_moved'
      )
    ),
  subject text not null,
  merchant_id bigint references merchants,
  environment text not null,
  currency text not null,
  created_at timestamptz not null default now(),
  occurred_at timestamptz constraint ledger_journal_occurred_before check (occurred_at < created_at),
  primary key (id, environment, currency),
  constraint ledger_journal_is_posted_once unique (subject, kind)
);

comment on table ledger_journals is
  'A movement of money: two or more entries that sum to zero. Only post_journals() writes journals and entries. '
  'They never change.';
comment on column ledger_journals.subject is
  'The reference of the payout, refund, credit or identity check. Each moves money at most once per kind of journal. '
  'Of a batch with its run after a full stop, or an item''s place and attempt.';
comment on column ledger_journals.merchant_id is
  'Null: a credit whose recipient is unknown, or a movement between system accounts.';
comment on column ledger_journals.created_at is
  'Read from the clock under the locks of the merchant''s accounts, so a merchant''s journals have it in the order of '
  'their ids; in test by the merchant''s clock.';
comment on column ledger_journals.occurred_at is
  'When it happened at the bank, such as a credit''s paid_at. Null: it is not known to be before created_at.';

create index ledger_journals_booked_late on ledger_journals (merchant_id, environment, currency, id)
  where created_at - occurred_at > interval '1 hour';

create table ledger_entries (
  journal_id bigint not null,
  account_id bigint not null,
  environment text not null,
  currency text not null,
  amount bigint not null constraint ledger_entry_moves_something check (amount <> 0),
  balance_after bigint constraint ledger_entry_balance_is_not_negative check (balance_after >= 0),
  sequence bigint,
  kind text,
  fee bigint,
  vat bigint,
  stamp_duty bigint,
  primary key (account_id, journal_id),
  constraint ledger_entry_has_its_place check ((sequence is null) = (balance_after is null)),
  constraint ledger_entry_fits_account foreign key (account_id, environment, currency)
    references ledger_accounts (id, environment, currency),
  constraint ledger_entry_fits_journal foreign key (journal_id, environment, currency)
    references ledger_journals (id, environment, currency)
);

comment on table ledger_entries is
  'What one account gains or gives in a journal: at most one entry for each account. Entries of an account are read '
  'in the order of their journals: a merchant''s accounts are locked before the journal gets its id. A journal''s '
  'entries are found through the few accounts it can touch: entries_of(). Environment and currency are on both '
  'sides, so that neither can mix within a journal.';
comment on column ledger_entries.balance_after is
  'The running balance of a merchant''s account. Null for system accounts.';
comment on column ledger_entries.sequence is
  'Counts the entries of a merchant''s account from 1, without a gap. Null for system accounts.';
comment on column ledger_entries.kind is
  'Of entries on available, which merchants see as balance transactions: what moved (balance_transaction_of). Null '
  'for other accounts.';
comment on column ledger_entries.fee is
  'The charges within an entry on available, with their taxes: positive if they were taken, negative if they were '
  'given back, null if there are none.';
comment on column ledger_entries.vat is 'This much of fee is VAT. Null: it was not owed. So with stamp_duty.';

create index ledger_entries_by_kind on ledger_entries (account_id, kind, journal_id) where kind is not null;

create type ledger_movement as (
  kind text, subject text, merchant_id bigint, environment text, currency text,
  available bigint, reserved bigint, gateway bigint, fees bigint, vat_payable bigint,
  stamp_duty_payable bigint, suspense bigint,
  through text
);

comment on type ledger_movement is
  'The input of post_journals(): what each kind of account gains (+) or gives (-) in one journal, in minor units.';
comment on column ledger_movement.through is 'The live gateway whose float gateway is. Null for movements without one.';

create table ledger_proofs (
  is_last boolean default true primary key constraint ledger_proof_is_the_last check (is_last),
  proved_at timestamptz not null,
  discrepancies bigint not null
);

comment on table ledger_proofs is
  'One row: when the ledger was last checked, and how many ledger_discrepancies were found.';

create table daily_totals (
  merchant_id bigint not null references merchants,
  environment text not null constraint daily_total_environment_is_known check (environment in ('test', 'live')),
  currency text not null,
  day date not null,
  received bigint not null default 0,
  receipts bigint not null default 0,
  sent bigint not null default 0,
  payouts bigint not null default 0,
  returned bigint not null default 0,
  vat bigint not null default 0,
  stamp_duty bigint not null default 0,
  constraint daily_total_is_kept_once primary key (merchant_id, environment, currency, day)
) with (fillfactor = 50);

comment on table daily_totals is
  'The money that a merchant moved on a day of its own time (business_now) in Africa/Lagos. post_journals() '
  'updates it in the transaction of each movement, under the lock of the balance. The fill factor leaves room for '
  'the next version of the row in its page.';
comment on column daily_totals.received is
  'In minor units: what payers paid and became the merchant''s, before fees.';
comment on column daily_totals.sent is 'What left for bank accounts, before fees.';
comment on column daily_totals.returned is 'What came back from earlier payouts.';
comment on column daily_totals.vat is 'The VAT that became owed, less what was refunded. Likewise stamp_duty.';

create index daily_totals_by_day on daily_totals (day) where environment = 'live';

create table balance_sums (
  account_id bigint primary key references ledger_accounts,
  last_sequence bigint not null,
  last_journal_id bigint not null
);

comment on table balance_sums is
  'Up to which entry the days of each merchant''s available account are summed in balance_days. The tail is read '
  'from the entries.';

create table balance_days (
  account_id bigint not null references balance_sums,
  day date not null,
  kind text not null,
  occurred_on date not null,
  count bigint not null,
  net bigint not null,
  fee bigint,
  vat bigint,
  stamp_duty bigint,
  primary key (account_id, day, kind, occurred_on)
);

comment on table balance_days is
  'The sums of a merchant''s entries on available, by their day in Africa/Lagos and their kind, so that a statement '
  'reads days and not movements (sum_balance_days). In minor units, as in the entries.';
comment on column balance_days.occurred_on is 'The day at the bank: the same or an earlier one.';

create table charges (
  service text not null constraint charge_service_is_known check (service in ('payout', 'refund', 'identity_check')),
  kind text not null constraint charge_kind_is_known check (kind in ('service', 'vat', 'stamp_duty')),
  starts_on date not null,
  from_amount bigint not null constraint charge_from_amount_is_not_negative check (from_amount >= 0),
  kobo bigint constraint charge_is_not_negative check (kobo >= 0),
  basis_points integer constraint charge_rate_is_a_share check (basis_points between 0 and 10000),
  exempt_purposes text[] not null default '{}'
    constraint exempt_purposes_are_known check (
      exempt_purposes <@ array['salary', 'supplier', 'refund', 'settlement', 'own_account', 'other']
    ),
  constraint charge_band_is_unique primary key (service, kind, starts_on, from_amount),
  constraint charge_is_flat_or_a_rate check (num_nonnulls(kobo, basis_points) = 1),
  constraint service_charge_is_flat check (kind <> 'service' or kobo is not null),
  constraint only_transfers_owe_stamp_duty check (kind <> 'stamp_duty' or service in ('payout', 'refund')),
  constraint only_stamp_duty_has_exemptions check (kind = 'stamp_duty' or exempt_purposes = '{}')
);

comment on table charges is
  'What services cost in live mode, in kobo: our price, and the taxes on it (data/README.md has their sources). Of '
  'each kind the newest rows that have started replace all earlier ones, and of these the highest from_amount that '
  'the amount reaches applies. A change is a row that starts later (set_charge); never edit a row that has started.';
comment on column charges.starts_on is 'From 00:00 on this day in Lagos.';
comment on column charges.from_amount is 'For amounts of this and more, without the fee.';
comment on column charges.kobo is 'A flat charge. Null: it is a rate.';
comment on column charges.basis_points is 'A rate of the service charge, in hundredths of a percent, rounded half up.';
comment on column charges.exempt_purposes is 'Payouts for these don''t owe it.';

create table tax_remittances (
  reference text primary key,
  kind text not null constraint remitted_tax_is_known check (kind in ('vat', 'stamp_duty')),
  amount bigint not null constraint remittance_is_positive check (amount > 0),
  booked_at timestamptz not null default now()
);

comment on table tax_remittances is
  'Taxes that the platform''s owner paid to the state from its own account, in kobo: one row for each journal '
  'tax_remitted (remit_tax).';

create index tax_remittances_by_time on tax_remittances (booked_at);

create type charges_due as (fee bigint, vat bigint, stamp_duty bigint, exempted_duty bigint);

comment on type charges_due is
  'What something costs, in kobo: charges_of(). fee is the sum. A tax that is null is not owed. exempted_duty: the '
  'stamp duty that is not owed because of the purpose.';

create table floats (
  account_id bigint primary key references ledger_accounts,
  gateway text not null references gateways,
  currency text not null,
  held bigint not null default 0,
  minimum bigint constraint float_minimum_is_not_negative check (minimum >= 0),
  changed_at timestamptz,
  days_since timestamptz not null default now(),
  constraint float_is_kept_once unique (gateway, currency)
);

comment on table floats is
  'What each live gateway holds for us by our books, in minor units: minus the entries of its ledger account, which '
  'are too many to sum each time. The whole amount is held plus the rows of float_changes.';
comment on column floats.minimum is 'Below this an alert fires. Null: none.';
comment on column floats.days_since is
  'From when float_days is complete. Comparisons that need earlier days are not made.';

create table float_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  change bigint not null,
  gained bigint not null default 0,
  changed_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

comment on table float_changes is
  'Changes of floats that are not yet in floats.held: one row for each float and statement that wrote entries, so '
  'that movements never wait for each other at a float. The sweep sums them (sum_float_changes).';
comment on column float_changes.account_id is
  'Without a foreign key, which would lock the float for each row. Only a trigger writes here.';
comment on column float_changes.change is 'What the float gained (+) or gave (-) in all.';
comment on column float_changes.gained is 'What it gained, before what it gave.';

create table float_days (
  account_id bigint not null references floats,
  day date not null,
  gained bigint not null default 0,
  gave bigint not null default 0,
  primary key (account_id, day)
);

comment on table float_days is
  'What each float gained and gave on each of the last days in Nigeria. The sweep updates it together with floats.';

create table float_moves (
  reference text primary key,
  moved_from text not null,
  moved_to text not null,
  currency text not null,
  amount bigint not null constraint float_move_amount_is_positive check (amount > 0),
  reverses text constraint float_move_is_reversed_once unique references float_moves,
  booked_at timestamptz not null default now()
);

comment on table float_moves is
  'What operators moved between floats, or between a float and the owner''s bank account: one row for each journal '
  'float_moved (move_float). Compared with the lines of statements.';
comment on column float_moves.moved_from is 'A gateway, or ''bank''.';
comment on column float_moves.moved_to is 'A gateway, or ''bank''.';
comment on column float_moves.reverses is 'The move that was a mistake, which this one takes back.';

create index float_moves_by_time on float_moves (booked_at);

create table balance_polls (
  gateway text primary key references gateways,
  poll bigint not null default 1,
  polled_at timestamptz not null default now(),
  unanswered_since timestamptz,
  problem text
);

comment on table balance_polls is
  'When each live gateway''s balance was last polled. Workers claim the poll here (claim_balance_poll), so that one '
  'process polls at a time.';
comment on column balance_polls.poll is
  'Counts the polls. An answer is recorded only if there was no later poll.';
comment on column balance_polls.unanswered_since is
  'The first poll without an answer since the last answer. Null: the last one was answered.';
comment on column balance_polls.problem is
  'Why the last poll has no answer: our word for it, or a status. Null: answered, or still waiting.';

create table provider_balances (
  account_id bigint primary key references floats,
  balance bigint not null,
  read_at timestamptz not null,
  held bigint not null,
  on_its_way bigint,
  unsettled bigint,
  unreported_fees bigint
);

comment on table provider_balances is
  'The newest balance that each provider reported, in minor units, and our books at that moment (record_balances).';
comment on column provider_balances.held is
  'What the float held. The columns after it may explain why the provider holds less; null where unknown.';
