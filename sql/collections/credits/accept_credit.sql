-- Accepts an unmatched credit into its merchant's balance: as what the collection p_collection still expects, which
-- has to complete it, or else as a collection of its own. collection.success tells of it either way, and
-- credit.accepted. Returns an outcome, with 'accepted' the credit as the API shows it:
--
--   accepted       its money is available, and its collection succeeded; or that needs approval first: awaitingApproval
--   not_found      the merchant has no such unmatched credit, or no such collection
--   not_waiting    it was accepted or returned, or is just being; or another accept of it waits for approval
--   taken_back     its provider sends it back, or may: operators decide first
--   not_completed  the collection has succeeded, has another currency, or would still lack money
--
-- An approval policy sees all that becomes available: with a collection, the parts that it has received too.
--
-- Only 'accepted' has effects. Writes an audit row for a live one that a person accepts. Raises PB012 if p_caller has
-- lost the right. Locks the collection's payment link and virtual account, both collections, the credit, then the
-- merchant's ledger accounts.
create or replace function accept_credit(
  p_merchant_id bigint, p_environment text, p_reference text, p_acting acting, p_caller caller,
  p_collection text default null, out outcome text, out credit json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  acceptance constant credit_acceptance := check_acceptance(p_merchant_id, p_environment, p_reference, p_collection);
  waiting constant credits := acceptance.waiting;
  requested approvals;
  policy approval_policies;
  reasons text[];
  amount bigint;
begin
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'credits:write');
  select * into requested from approvals a where a.credit_id = waiting.id;
  outcome := case
    when acceptance.outcome = 'accepted' and requested.id is not null
      and requested.collection_id is distinct from (acceptance.target).id then 'not_waiting'
    else acceptance.outcome
  end;
  if outcome <> 'accepted' then
    return;
  end if;

  if requested.id is null then
    select * into policy from approval_policy_of(p_merchant_id, p_environment)
    where exists (select from approval_policies);
    if policy.id is not null then
      perform lock_balances(array[p_merchant_id], array[p_environment], array['NGN'], true);
      -- It completes the collection, whose other parts become available with it.
      amount := waiting.amount + (
        select coalesce(sum(cr.amount), 0) from credits cr
        where cr.collection_id = (acceptance.target).id and cr.status = 'suspended' and cr.is_counted
          and cr.currency = waiting.currency and cr.id <> waiting.id
      );
      reasons := approval_reasons(
        policy, amount, waiting.currency, case waiting.currency when 'NGN' then count_payment(policy, amount) end,
        null, null
      );
    end if;
    if reasons is null then
      perform carry_out_acceptance(acceptance, p_acting);
    else
      perform request_approval(
        (null, waiting.reference, p_merchant_id, p_environment, null, waiting.id, null, (acceptance.target).id,
          amount, waiting.currency, reasons, null, null, waiting.trace_id, null, null)::approvals,
        (p_caller).key, (p_caller).session_id
      );
    end if;
  end if;
  select unmatched_credit_json(cr) into credit from credits cr where cr.id = waiting.id;
end
$$;
