-- Replaces an item of a batch that was not started (new_batch_item), and checks it again. Returns an outcome, with
-- 'replaced' the item as the API shows it; 'wrong_state', or 'not_found' if there is no such batch or item. p_least:
-- the least amount, in kobo. Writes an audit row for a live one that a person replaces. Raises PB012 if p_caller has
-- lost the right. Locks the batch. Plans are made anew for the size of its batch.
create or replace function replace_batch_item(
  p_merchant_id bigint, p_environment text, p_reference text, p_place integer, p_item json, p_least bigint,
  p_acting acting, p_caller caller, out outcome text, out item json
)
language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  target payout_batches;
  new constant new_batch_item := json_populate_record(null::new_batch_item, p_item);
  replaced payout_batch_items;
  earlier payout_batch_items;
begin
  select * into target from payout_batches b
  where (b.merchant_id, b.environment, b.reference) = (p_merchant_id, p_environment, p_reference)
  for update;
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'payout_batches:write', true);
  outcome := case
    when target.id is null or p_place >= target.item_count then 'not_found'
    when target.status not in ('validating', 'ready') or target.runs > 0 then 'wrong_state'
    else 'replaced'
  end;
  if outcome <> 'replaced' then
    return;
  end if;

  select * into strict earlier from payout_batch_items i where (i.batch_id, i.place) = (target.id, p_place);
  update payout_batch_items i
  set status = 'validating', amount = new.amount,
    bank_code = (select b.code from banks b where b.code = new."bankCode"), account_number = new."accountNumber",
    account_name = new."accountName", payout_account = new."payoutAccountId", narration = new.narration,
    purpose = new.purpose, merchant_reference = new."merchantReference", metadata = new.metadata,
    is_confirmed = coalesce(new.confirm, false), given = new.given, duplicate = null,
    errors = nullif(coalesce(new.errors, '[]') || batch_error(
      new."bankCode" is not null and not exists (select from banks b where b.code = new."bankCode"),
      'destination.bankCode', 'BANK_UNKNOWN', 'must be the code of a bank of GET /v1/banks'
    ) || batch_name_errors(s.name_match, s.resolved_name), '[]'),
    -- The bank has named this account already.
    resolved_name = s.resolved_name, name_match = s.name_match, named_at = s.named_at, enquiry_id = null,
    enquiries = 0, enquire_from = now()
  from (select) one
  left join lateral (
    select k.resolved_name, k.named_at, batch_name_match(new."accountName", k.resolved_name) as name_match
    from payout_batch_items k
    where (k.batch_id, k.place, k.bank_code, k.account_number)
        = (target.id, p_place, new."bankCode", new."accountNumber")
      and num_nonnulls(k.resolved_name, k.named_at) = 2
  ) s on true
  where (i.batch_id, i.place) = (target.id, p_place);
  perform check_batch_items(target, p_least, p_place);
  update payout_batches b
  set status = case when i.status = 'validating' then 'validating' else b.status end,
    validated_from = case when b.status = 'ready' then n.present else b.validated_from end,
    makers = with_maker(b.makers, (p_caller).key, (p_caller).session_id), updated_at = n.present
  from payout_batch_items i
  cross join lateral (select business_now(p_merchant_id, p_environment) as present) n
  where b.id = target.id and (i.batch_id, i.place) = (target.id, p_place);
  select * into strict replaced from payout_batch_items i where (i.batch_id, i.place) = (target.id, p_place);
  perform find_batch_duplicates(target, array[earlier.account_number, replaced.account_number]);
  select * into strict replaced from payout_batch_items i where (i.batch_id, i.place) = (target.id, p_place);
  if p_environment = 'live' and (p_acting).person_id is not null then
    perform log_action(
      p_merchant_id, p_environment, 'payout-batch replace-item', p_reference, batch_item_facts(earlier),
      batch_item_facts(replaced), p_acting
    );
  end if;
  item := payout_batch_item_json(replaced);
end
$$;
