-- What providers say that they hold for us, beside what we say (floats): the newest reading alone.

-- When a live gateway was last asked for its balance, one row for each gateway that was. Workers claim the question
-- here (claim_balance_question), so that one process asks at a time.
create table balance_questions (
  gateway text primary key,
  -- Counts the questions: an answer is recorded only while no later one was asked.
  question bigint not null default 1,
  asked_at timestamptz not null default now(),
  -- Why the last question has no answer: a word of ours, or a status. Null: it has one, or it is being asked.
  problem text
);

-- What a provider said last, in minor units, and what our books said at that moment (record_balances).
create table provider_balances (
  account_id bigint primary key references floats,
  balance bigint not null,
  read_at timestamptz not null,
  -- What the float held. What may explain that the provider holds less follows; null where it is not known.
  held bigint not null,
  on_its_way bigint,
  unsettled bigint,
  untold_fees bigint
);

-- What each float gained and gave on each day in Nigeria: the last days alone. The sweep adds float_changes up to these
-- as well (sum_float_changes).
create table float_days (
  account_id bigint not null references floats,
  day date not null,
  gained bigint not null default 0,
  gave bigint not null default 0,
  primary key (account_id, day)
);

-- From when on float_days has all that moved: earlier days are not there, and a comparison that needs them is not made.
alter table floats add column days_since timestamptz not null default now();

-- What came in by a change, of which `change` is what is left once it gave.
alter table float_changes add column gained bigint not null default 0;

-- They return more from now on.
drop function if exists list_floats();
