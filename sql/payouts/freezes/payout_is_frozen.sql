-- Whether an operator has stopped payouts of a merchant to a bank, in an environment: those of the merchant, those to
-- the bank, or all. A payout stopped for one gateway may be sent through another: see choose_gateway(). Reads a table
-- of few rows, if any, by its index.
create or replace function payout_is_frozen(p_environment text, p_merchant_id bigint, p_bank_code text) returns boolean
language sql stable
begin atomic
  select exists (
    select from payout_freezes f
    where f.environment = p_environment and f.gateway is null
      and (f.merchant_id is null or f.merchant_id = p_merchant_id)
      and (f.bank_code is null or f.bank_code = p_bank_code)
  );
end;
