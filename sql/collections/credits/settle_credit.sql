-- Books a recorded credit, once, even if it is called again. Returns 'settled' or 'suspended', also if that was done
-- before ('refunded' if an operator has sent it back since); 'received' if very many of its collection came before it:
-- some of these were booked, and its job is queued again.
--
-- Money that completes an open collection settles it: everything received becomes available, including any overpayment,
-- and collection.success is emitted. Less than that is held in suspense: the collection is 'underpaid' and a top-up
-- completes it. After expiry only money that makes the total exact within 24 hours settles, marked late. Everything
-- else is held in suspense for the merchant, and collection.unmatched and credit.unmatched have the reason:
-- 'link_paid' (its one-time link was paid already), 'closed' (the collection was), 'late' (more than 24 hours after
-- expiry), 'wrong_amount' (it doesn't make the total exact, or another currency). Another currency of a collection that
-- is still open has none until that ends (release_part_payments). Money for an unknown recipient is held without an
-- event, since it is nobody's yet. No money stays unbooked. The merchant's next credit gets a job. Locks the payment
-- link, the virtual account, the collection, the credit, then the merchant's ledger accounts.
create or replace function settle_credit(p_credit_id bigint) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  credit credits;
  collection collections;
  account virtual_accounts;
  link payment_links;
  received bigint;
  is_in_time boolean;
  is_paid_otherwise boolean := false;
  is_account_ours boolean;
  few constant integer := 20;
  earlier bigint;
  booked integer := 0;
  counts boolean := false;
  is_settled boolean := false;
  reason text;
begin
  select * into strict credit from credits where id = p_credit_id;
  select * into collection from collections where id = credit.collection_id;
  select * into link from payment_links
  where id = collection.payment_link_id and link_type = 'one_time' for no key update;
  select * into account from virtual_accounts where id = collection.virtual_account_id for update;
  select * into collection from collections where id = credit.collection_id for update;
  select * into strict credit from credits where id = p_credit_id for update;
  if collection.releasing_credit_id = credit.id then
    perform emit_credit_events(release_part_payments(collection.id, credit.id));
  end if;
  if credit.status <> 'received' then
    return credit.status;
  end if;
  -- Earlier credits are booked first, whatever order the jobs run in; if there are very many, a few at a time.
  for earlier in
    select cr.id from credits cr
    where cr.collection_id = credit.collection_id and cr.status = 'received'
      and (cr.received_at, cr.id) < (credit.received_at, credit.id)
    order by cr.received_at, cr.id limit few + 1
  loop
    if booked = few then
      perform enqueue_jobs('settle_credit', array[credit.id]);
      return credit.status;
    end if;
    perform settle_credit(earlier);
    booked := booked + 1;
  end loop;
  select * into collection from collections where id = credit.collection_id;

  if collection.id is not null and credit.currency = collection.currency
    and collection.status not in ('succeeded', 'failed')
  then
    is_in_time := collection.expires_at is null or credit.received_at <= collection.expires_at;
    -- A later collection may have the account by now.
    is_account_ours := not exists (
      select from collections c where c.virtual_account_id = account.id and c.id > collection.id
    );
    if not is_in_time and is_account_ours and expire_virtual_account(account.id) then
      select * into strict collection from collections where id = collection.id;
    end if;
    received := collection.amount_received + credit.amount;
    is_paid_otherwise := coalesce(link.status = 'paid', false);
    is_settled := case
      when is_paid_otherwise then false
      when is_in_time then received >= collection.amount
      else received = collection.amount and credit.received_at <= collection.expires_at + interval '24 hours'
    end;
    if is_settled then
      perform settle_collection(collection.id, credit.id, not is_in_time);
    else
      counts := true;
      update collections c
      set amount_received = received, payer = coalesce(credit.payer, c.payer),
        status = case
          when is_in_time and not is_paid_otherwise and c.status <> 'expired' then 'underpaid' else c.status
        end
      where c.id = collection.id
      returning * into collection;
      if collection.status = 'underpaid' and is_in_time and not is_paid_otherwise then
        perform emit_event(
          collection.merchant_id, collection.environment, 'collection.underpaid', collection_json(collection),
          credit.trace_id
        );
      end if;
    end if;
  end if;

  if not is_settled then
    reason := case
      -- One that failed was never shown to the merchant.
      when collection.id is null or collection.status = 'failed' then null
      when link.status = 'paid' then 'link_paid'
      -- A top-up can complete it.
      when counts and collection.status = 'underpaid' and is_in_time then null
      -- Another currency waits like a part payment, unless the collection never expires.
      when not counts and collection.status in ('awaiting_payment', 'confirming', 'underpaid')
        and collection.expires_at is not null then null
      when collection.status = 'succeeded' then 'closed'
      when credit.received_at > collection.expires_at + interval '24 hours' then 'late'
      else 'wrong_amount'
    end;
    update credits set status = 'suspended', unmatched_reason = reason, is_counted = counts where id = p_credit_id;
    -- Money came: the account stays (purge_unpaid_accounts), even if the credit is accepted as another collection.
    update virtual_accounts v set purge_at = null where v.id = account.id and v.purge_at is not null;
    perform post_journals(array[(
      'credit_suspended', credit.reference, credit.merchant_id, credit.environment, credit.currency,
      0, 0, -credit.amount, 0, 0, 0, credit.amount, credit_gateway(credit)
    )::ledger_movement]);
    if is_paid_otherwise and is_account_ours then
      perform expire_virtual_account(account.id);
    end if;
    if reason is not null then
      select * into strict collection from collections where id = collection.id;
      perform emit_event(
        collection.merchant_id, collection.environment, 'collection.unmatched', collection_json(collection),
        credit.trace_id
      );
      perform emit_credit_events(array[p_credit_id]);
    end if;
  end if;
  perform notify_results('credit', array[p_credit_id]);
  perform queue_next_jobs('settle_credit', array[credit.merchant_id], credit.environment);
  return case when is_settled then 'settled' else 'suspended' end;
end
$$;
