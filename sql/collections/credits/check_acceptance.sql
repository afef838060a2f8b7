-- Locks what an accept of an unmatched credit changes, and returns whether it may be accepted, with an outcome of
-- accept_credit(). p_collection: the collection that it would complete. Locks that one's payment link and virtual
-- account, both collections, then the credit.
create or replace function check_acceptance(
  p_merchant_id bigint, p_environment text, p_reference text, p_collection text
) returns credit_acceptance
language plpgsql set search_path = public, pg_temp as $$
declare
  waiting credits;
  origin collections;
  target collections;
begin
  select * into target from collections c
  where (c.merchant_id, c.environment, c.reference) = (p_merchant_id, p_environment, p_collection)
    and c.status not in ('provisioning', 'failed');
  perform from payment_links l where l.id = target.payment_link_id and l.link_type = 'one_time' for no key update;
  perform from virtual_accounts v where v.id = target.virtual_account_id for update;
  waiting := lock_unmatched_credit(p_merchant_id, p_environment, p_reference, target.id);
  select * into target from collections where id = target.id;
  select * into origin from collections where id = waiting.collection_id;
  return (
    case
      when waiting.id is null or (p_collection is not null and target.id is null) then 'not_found'
      when not waits_unmatched(waiting) then 'not_waiting'
      when is_taken_back(waiting) then 'taken_back'
      when target.status = 'succeeded' or target.currency <> waiting.currency
        or target.amount > target.amount_received + case
          when target.id = origin.id and waiting.is_counted then 0 else waiting.amount end
        then 'not_completed'
      else 'accepted'
    end, waiting, target
  )::credit_acceptance;
end
$$;
