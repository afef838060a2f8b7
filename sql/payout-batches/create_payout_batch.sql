-- Writes a batch of payouts that a merchant's key or person asks for, with its items (new_batch_item) in order, and
-- checks what the database knows of them; the intake has found their banks. The names of their accounts are asked for
-- from now on (validate_payout_batches); nothing is reserved before start_payout_batch(). p_least: the least amount of
-- an item, in kobo. Returns an outcome, with 'created' and 'replayed' the batch as the API shows it:
--
--   created
--   replayed, key_conflict  this key made this batch before, or was used with another body
--   too_many_open           three of the merchant's batches have not been started
--   too_many_today          it has made a hundred within a day, in real time
--
-- Raises PB012 if p_caller has lost the right. Locks the merchant, so that one key makes one batch. Plans are made anew
-- for the size of its batch.
create or replace function create_payout_batch(
  p_merchant_id bigint, p_environment text, p_idempotency_key text, p_request_hash bytea, p_items text, p_least bigint,
  p_acting acting, p_caller caller, p_name text default null, p_trace_id uuid default null,
  out outcome text, out batch json
)
language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  most_open constant integer := 3;
  most_in_a_day constant integer := 100;
  present timestamptz;
  new_reference text;
  made payout_batches;
begin
  select payout_batch_reference(m.reference, p_environment, p_idempotency_key) into strict new_reference
  from merchants m where m.id = p_merchant_id for no key update;
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'payout_batches:write', true);
  select * into made from payout_batches b where b.reference = new_reference;
  if found then
    outcome := case when made.request_hash = p_request_hash then 'replayed' else 'key_conflict' end;
    batch := case when outcome = 'replayed' then payout_batch_json(made) end;
    return;
  end if;
  outcome := case
    when most_open <= (
      select count(*) from payout_batches b
      where (b.merchant_id, b.environment) = (p_merchant_id, p_environment) and b.status in ('validating', 'ready')
        and b.runs = 0
    ) then 'too_many_open'
    when (
      select b.inserted_at from payout_batches b
      where (b.merchant_id, b.environment) = (p_merchant_id, p_environment)
      order by b.created_at desc, b.id desc offset most_in_a_day - 1 limit 1
    ) > now() - interval '1 day' then 'too_many_today'
  end;
  if outcome is not null then
    return;
  end if;

  present := business_now(p_merchant_id, p_environment);
  insert into payout_batches (
    reference, merchant_id, environment, request_hash, name, makers, item_count, trace_id, validated_from, created_at,
    updated_at
  )
  values (
    new_reference, p_merchant_id, p_environment, p_request_hash, p_name,
    with_maker(null, (p_caller).key, (p_caller).session_id), json_array_length(p_items::json), p_trace_id, present,
    present, present
  )
  returning * into made;
  insert into payout_batch_items (
    batch_id, place, line, amount, bank_code, account_number, account_name, payout_account, narration, purpose,
    merchant_reference, metadata, is_confirmed, given, errors, status
  )
  select made.id, i.ordinality - 1, i.row, i.amount,
    i."bankCode", i."accountNumber", i."accountName", i."payoutAccountId", i.narration, i.purpose,
    i."merchantReference", i.metadata, coalesce(i.confirm, false), i.given, i.errors,
    case when i.errors is null then 'validating' else 'invalid' end
  from json_populate_recordset(null::new_batch_item, p_items::json) with ordinality i;
  perform check_batch_items(made, p_least);
  if p_environment = 'live' and (p_acting).person_id is not null then
    perform log_action(
      p_merchant_id, p_environment, 'payout-batch create', new_reference, null,
      jsonb_build_object('items', made.item_count), p_acting
    );
  end if;
  outcome := 'created';
  batch := payout_batch_json(made);
end
$$;
