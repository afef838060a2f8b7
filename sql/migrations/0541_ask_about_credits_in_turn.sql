-- Questions about transactions that providers named take turns between merchants (due_credit_notices).
create index credit_notices_to_ask_in_turn on credit_notices (hashint8(coalesce(merchant_id, 0)), next_ask_at)
where next_ask_at is not null;

-- Nothing reads by it any more.
drop index credit_notices_to_ask;
