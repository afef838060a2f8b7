-- Recipients that an operator does not let payouts go to unseen, and the payouts that wait for a person because of
-- them.

create table denied_recipients (
  id bigint generated always as identity primary key,
  environment text not null constraint denied_recipient_environment_is_known check (environment in ('test', 'live')),
  -- An account at one bank, or at any.
  bank_code text references banks (code),
  account_number text,
  -- Or a name, as name_words() takes it apart.
  name_words text[],
  listed_at timestamptz not null default now(),
  constraint denied_recipient_is_an_account_or_a_name check (
    (account_number is null) <> (name_words is null) and (bank_code is null or account_number is not null)
  ),
  constraint denied_recipient_is_listed_once
    unique nulls not distinct (environment, account_number, bank_code, name_words)
);
create index denied_recipients_by_name on denied_recipients using gin (name_words) where name_words is not null;

create table payout_holds (
  payout_id bigint primary key references payouts (id),
  -- What stood in the list: an entry may be removed before the payout is decided.
  cause text not null constraint payout_hold_cause_is_known check (cause in ('account', 'name')),
  held_at timestamptz not null default now(),
  decision text constraint payout_hold_decision_is_known check (decision in ('release', 'refuse')),
  decided_at timestamptz,
  constraint payout_hold_is_decided_at_a_time check ((decision is null) = (decided_at is null))
);
create index payout_holds_open on payout_holds (held_at) where decision is null;
