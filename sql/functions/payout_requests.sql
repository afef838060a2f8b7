-- payout_requests(requests) returns the items of accept_payouts' JSON array as rows, numbered from 1.
create or replace function payout_requests(requests jsonb)
returns table (
  "merchantId" bigint, environment text, "idempotencyKey" text, "requestHash" text, amount bigint, "bankCode" text,
  "accountNumber" text, "accountName" text, narration text, metadata json, ordinal bigint
)
language sql stable set search_path = public, pg_temp as $$
  select * from rows from (
    jsonb_to_recordset(requests) as (
      "merchantId" bigint, environment text, "idempotencyKey" text, "requestHash" text, amount bigint, "bankCode" text,
      "accountNumber" text, "accountName" text, narration text, metadata json
    )
  ) with ordinality
$$;
