-- Returns a refund as the API and its events show it, without absent members.
create or replace function refund_json(p_refund payouts) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'reference', p_refund.reference,
  'status', p_refund.status,
  'collection', (select c.reference from collections c where c.id = p_refund.collection_id),
  'unmatchedCredit', (select cr.reference from credits cr where cr.id = p_refund.credit_id),
  'amount', money_json(p_refund.amount, p_refund.currency),
  'fee', money_json(p_refund.fee, p_refund.currency),
  'fees', fees_json(p_refund.fee, p_refund.vat, p_refund.stamp_duty, p_refund.currency),
  'reason', p_refund.refund_reason,
  'note', p_refund.note,
  'destination', case when p_refund.bank_code is not null then json_build_object(
    'bankCode', p_refund.bank_code, 'bankName', p_refund.bank_name,
    'accountNumber', p_refund.account_number, 'accountName', p_refund.account_name
  ) end,
  'failure', case when p_refund.failure_code is not null then
    json_build_object('code', p_refund.failure_code, 'message', p_refund.failure_message)
  end,
  'cancelReason', p_refund.cancel_reason,
  'environment', p_refund.environment,
  'createdAt', iso_timestamp(p_refund.created_at), 'updatedAt', iso_timestamp(p_refund.updated_at),
  'settledAt', iso_timestamp(p_refund.settled_at)
));
