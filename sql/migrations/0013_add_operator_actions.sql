-- What people decide: the log of operators' actions, and what a payout needs so that a person, or a later question, can
-- settle its outcome.

-- One row for each change that an operator made, by the command line or a script of scripts/ops, in the transaction of
-- the change. log_operator_action() alone writes it; rows never change and are kept for ever.
create table operator_actions (
  id bigint generated always as identity primary key,
  done_at timestamptz not null default now(),
  -- Who: the database's user, and the person's own name.
  database_user text not null default session_user,
  operator text not null constraint operator_action_names_its_operator
    check (operator ~ '\S' and length(operator) <= 200),
  -- What was done, as the command is called, and the reference of what it was done to.
  action text not null,
  target text not null,
  -- What was true of the target; secrets and personal data are masked. Null where there was nothing.
  before jsonb,
  after jsonb,
  reason text constraint operator_action_reason_is_short check (length(reason) <= 1000)
);

create index operator_actions_by_target on operator_actions (target, id desc);

alter table payouts
  -- Until when the provider may take a success back. Asked after that, it says whether the success stands; confirmed_at
  -- is when it did. Both are null where the provider takes nothing back.
  add column reversible_until timestamptz,
  add column confirmed_at timestamptz,
  -- The final result that the provider reported against the one on record: a person decides between them.
  add column contradicted_by text
    constraint payout_contradiction_is_final check (contradicted_by in ('succeeded', 'failed', 'reversed')),
  -- When a person decided the outcome. No other report changes it from then on.
  add column decided_at timestamptz;

update payouts set reversible_until = next_confirmation_at
where status = 'succeeded' and next_confirmation_at is not null;

alter table ledger_journals
  drop constraint ledger_journal_kind_is_known,
  add constraint ledger_journal_kind_is_known check (
    kind in (
      'credit_settled', 'credit_suspended', 'credit_released', 'credit_refunded',
      'payout_accepted', 'payout_settled', 'payout_released', 'payout_reversed',
      'payout_release_undone', 'payout_reversal_undone',
      'identity_fee_reserved', 'identity_fee_captured', 'identity_fee_released'
    )
  );
