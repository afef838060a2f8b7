-- An event tells a merchant of a change of state. It is written, with its delivery job, in the transaction that made
-- the change: neither exists without the other. The body is kept as the exact text that is signed and sent.

create table events (
  id bigint generated always as identity primary key,
  reference text not null constraint event_reference_is_unique unique,
  merchant_id bigint not null references merchants,
  environment text not null constraint event_environment_is_known check (environment in ('test', 'live')),
  type text not null,
  body text not null,
  -- not_sent: there was no endpoint. held: the endpoint is disabled. exhausted: no attempt is left.
  delivery_status text not null constraint event_delivery_status_is_known check (
    delivery_status in ('not_sent', 'pending', 'delivered', 'held', 'exhausted')
  ),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Raised by every claim of the delivery, as in payouts.
  fence bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint pending_event_has_a_next_attempt check ((delivery_status = 'pending') = (next_attempt_at is not null))
);

create index events_by_merchant on events (merchant_id, environment, created_at desc, id desc);
create index events_to_deliver on events (next_attempt_at) where delivery_status = 'pending';

-- One try at delivering an event: what was sent beside the event's body, and what came back.
create table webhook_attempts (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  number integer not null,
  url text not null,
  request_headers json not null,
  response_status integer,
  response_body text,
  duration_ms integer not null,
  error text,
  sent_at timestamptz not null default now()
);

create index webhook_attempts_by_event on webhook_attempts (event_id, id);
