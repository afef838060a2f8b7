-- Takes the results of the name enquiries that items of these batches wait for, of two thousand items at most: one
-- enquiry may name all items of a batch. Returns how many items it named. One whose enquiry is gone, such as after a
-- crash of the database, is asked for again. One whose payout failed, and whose name is now another or unknown, stays
-- failed and says why.
create or replace function name_batch_items(p_batches bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant integer := 4;
  named integer;
begin
  update payout_batch_items i
  set enquiry_id = null, named_at = coalesce(r.completed_at, i.named_at),
    resolved_name = case
      when i.payout_id is not null and (r.account_name is null or r.name_match = 'different') then i.resolved_name
      else r.account_name
    end,
    name_match = r.name_match, errors = nullif(r.errors, '[]'), enquiries = r.enquiries,
    enquire_from = now() + case r.enquiries
      when 1 then interval '10 seconds' when 2 then interval '1 minute' else interval '10 minutes' end,
    status = case
      when r.is_again then 'validating'
      when i.payout_id is not null then 'created'
      when r.errors <> '[]' then 'invalid'
      else 'valid'
    end
  from (
    select t.ctid, n.account_name, n.completed_at, u.*, m.name_match,
      batch_error(
        n.status = 'not_found', 'destination.accountNumber', 'ACCOUNT_NOT_FOUND', 'must be an account at this bank'
      ) || batch_name_errors(m.name_match, n.account_name) as errors
    from payout_batch_items t
    join payout_batches b on b.id = t.batch_id
    left join name_enquiries n on n.id = t.enquiry_id
      and (n.merchant_id, n.environment, n.bank_code, n.account_number)
        = (b.merchant_id, b.environment, t.bank_code, t.account_number)
    cross join lateral (
      select t.enquiries + (n.status = 'unavailable')::integer as enquiries,
        n.id is null or (n.status = 'unavailable' and t.enquiries + 1 < most) as is_again
    ) u
    cross join lateral (
      select case
        when u.is_again or n.status = 'not_found' then null
        -- Without a name, a payout that failed was to go to whom the bank named then.
        when n.status = 'resolved' and t.payout_id is not null and t.account_name is null
          and batch_name_match(t.resolved_name, n.account_name) = 'different' then 'different'
        when n.status = 'resolved' then batch_name_match(t.account_name, n.account_name)
        else 'unverified'
      end as name_match
    ) m
    where t.batch_id = any (p_batches) and t.status = 'validating' and t.enquiry_id is not null
      and n.status is distinct from 'pending'
    limit 2000
  ) r
  -- Not by the place: see check_batch_items().
  where i.ctid = r.ctid;
  get diagnostics named = row_count;
  return named;
end
$$;
