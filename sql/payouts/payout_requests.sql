-- Returns the items of accept_payouts()' JSON array as rows, numbered from 1.
create or replace function payout_requests(p_requests jsonb)
returns table (
  "merchantId" bigint, environment text, "idempotencyKey" text, "requestHash" text, amount bigint, "bankCode" text,
  "accountNumber" text, "accountName" text, "payoutAccountId" text, narration text, purpose text,
  "merchantReference" text, metadata json, "traceId" uuid, key text, "sessionId" bigint, address inet, ordinal bigint
)
language sql stable
begin atomic
  select * from rows from (
    jsonb_to_recordset(p_requests) as (
      "merchantId" bigint, environment text, "idempotencyKey" text, "requestHash" text, amount bigint, "bankCode" text,
      "accountNumber" text, "accountName" text, "payoutAccountId" text, narration text, purpose text,
      "merchantReference" text, metadata json, "traceId" uuid, key text, "sessionId" bigint, address inet
    )
  ) with ordinality;
end;
