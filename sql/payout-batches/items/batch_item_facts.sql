-- Returns an item of a batch for the audit log: its place, from 0, its amount (in minor units) and whom it pays,
-- without the holder's name. log_action() masks the account's number.
create or replace function batch_item_facts(p_item payout_batch_items) returns jsonb
language sql stable
return jsonb_strip_nulls(jsonb_build_object(
  'index', p_item.place, 'amount', p_item.amount,
  'bank', (select b.name from banks b where b.code = p_item.bank_code), 'accountNumber', p_item.account_number
));
