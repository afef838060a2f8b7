-- Which gateways refused to send a payout, for reasons of their own: once each. It was sent through another one then,
-- or stayed with the last. For operators, and so that a payout fails only when all of them deny to have it.
create table payout_refusals (
  payout_id bigint not null references payouts,
  gateway text not null,
  reason text not null
    constraint payout_refusal_reason_is_known check (reason in ('no_float', 'bank_unreachable', 'unavailable')),
  refused_at timestamptz not null default now(),
  constraint payout_refusal_is_kept_once primary key (payout_id, gateway)
);
