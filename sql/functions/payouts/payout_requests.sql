-- payout_requests(requests) returns the items of accept_payouts' JSON array as rows, numbered from 1.
--
-- Its body is bound when it is created, which pins its names, and is inlined where it is used.
drop function if exists payout_requests(jsonb);

create function payout_requests(requests jsonb)
returns table (
  "merchantId" bigint, environment text, "idempotencyKey" text, "requestHash" text, amount bigint, "bankCode" text,
  "accountNumber" text, "accountName" text, "payoutAccountId" text, "isSaved" boolean, narration text, metadata json,
  ordinal bigint
)
language sql stable
begin atomic
  select * from rows from (
    jsonb_to_recordset(requests) as (
      "merchantId" bigint, environment text, "idempotencyKey" text, "requestHash" text, amount bigint, "bankCode" text,
      "accountNumber" text, "accountName" text, "payoutAccountId" text, "isSaved" boolean, narration text, metadata json
    )
  ) with ordinality;
end;
