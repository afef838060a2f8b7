-- Returns an entry on available as the API shows it, but for its reference, which the ingress makes. Its source is the
-- payout, collection or identity check; of money that came in for an unknown account the credit. A check without a
-- result is shown nowhere, and keeps no own reference: another may have it.
create or replace function balance_transaction_json(p_entry ledger_entries, p_journal ledger_journals) returns json
language sql stable
begin atomic
  select json_strip_nulls(json_build_object(
    'sequence', p_entry.sequence,
    'kind', p_entry.kind,
    'amount', money_json(p_entry.amount + coalesce(p_entry.fee, 0), p_entry.currency),
    'fees', case when p_entry.fee is null then '[]'
      else fees_json(p_entry.fee, p_entry.vat, p_entry.stamp_duty, p_entry.currency) end,
    'net', money_json(p_entry.amount, p_entry.currency),
    'balanceAfter', money_json(p_entry.balance_after, p_entry.currency),
    'source', coalesce(c.reference, split_part(p_journal.subject, '.', 1)),
    'merchantReference', case
      when starts_with(p_journal.kind, 'credit_') then c.merchant_reference
      when starts_with(p_journal.kind, 'identity_') then (
        select k.merchant_reference from identity_checks k
        where k.reference = p_journal.subject and k.status <> 'unavailable'
      )
      else (select p.merchant_reference from payouts p where p.reference = p_journal.subject)
    end,
    'createdAt', iso_timestamp(p_journal.created_at),
    'occurredAt', iso_timestamp(coalesce(p_journal.occurred_at, p_journal.created_at))
  ))
  from (select) one
  -- The limit makes the join two index probes.
  left join lateral (
    select c.reference, c.merchant_reference from credits cr join collections c on c.id = cr.collection_id
    where starts_with(p_journal.kind, 'credit_') and cr.reference = p_journal.subject limit 1
  ) c on true;
end;
