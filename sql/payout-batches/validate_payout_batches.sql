-- Goes on validating an environment's batches, for the sweep: takes the names that name enquiries found, asks for the
-- next ones, and ends what is validated. p_enquiries: so many of all batches together may be under way, so that they
-- take a small part of what lookups have; jobs of lookups that somebody waits for come first. Merchants take turns.
-- The same account is asked for once a batch. Returns how many items it named or asked for.
--
-- A bank that can't be reached is asked again after ten seconds, then after one and ten minutes. An item that it still
-- did not name is 'unverified'. A batch that is not validated within a day has failed, or is completed again if it was
-- to be retried. Skips batches that somebody has locked.
create or replace function validate_payout_batches(p_environment text, p_enquiries integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  open bigint[] := array(
    select b.id from payout_batches b where b.environment = p_environment and b.status = 'validating'
    order by b.created_at limit 1000 for update skip locked
  );
  named integer;
  asked integer;
  room integer;
  ended payout_batches[];
begin
  if open = '{}' then
    return 0;
  end if;
  named := name_batch_items(open);
  room := p_enquiries - (
    select count(distinct i.enquiry_id) from payout_batch_items i join payout_batches b on b.id = i.batch_id
    -- Canceled batches wait for none.
    where i.enquiry_id is not null and b.environment = p_environment and b.status = 'validating'
  );
  with due as (
    select d.*, row_number() over (partition by d.merchant_id order by d.batch_id, d.place) as turn
    from payout_batches b
    cross join lateral (
      select distinct on (i.bank_code, i.account_number) b.merchant_id, b.trace_id, i.batch_id, i.place, i.bank_code,
        i.account_number
      from (
        select * from payout_batch_items i
        where i.batch_id = b.id and i.status = 'validating' and i.enquiry_id is null and i.enquire_from <= now()
        order by i.place limit greatest(room, 0)
      ) i
      order by i.bank_code, i.account_number, i.place
    ) d
    where b.id = any (open)
    order by turn, d.batch_id limit greatest(room, 0)
  ), listed as (
    select array_agg(d.merchant_id order by d.place) as merchants, array_agg(d.bank_code order by d.place) as banks,
      array_agg(d.account_number order by d.place) as accounts, array_agg(d.trace_id order by d.place) as traces,
      array_agg(d.batch_id order by d.place) as batches
    from due d
  ), asking as (
    select r.outcome, r.enquiry_id, l.batches[r.ordinal] as batch_id, l.banks[r.ordinal] as bank_code,
      l.accounts[r.ordinal] as account_number
    from listed l
    cross join lateral request_name_enquiries(
      p_environment, l.merchants, l.banks, l.accounts, l.traces, p_last => true
    ) r
    where l.merchants is not null and r.outcome <> 'too_many_waiting'
  )
  update payout_batch_items i
  set enquiry_id = a.enquiry_id,
    -- A bank that has closed meanwhile names nobody.
    status = case
      when a.outcome = 'requested' then i.status when i.payout_id is null then 'invalid' else 'created'
    end,
    errors = case
      when a.outcome = 'requested' then i.errors
      else batch_error(true, 'destination.bankCode', 'BANK_UNKNOWN', 'must be the code of a bank of GET /v1/banks')
    end
  from asking a
  where i.batch_id = a.batch_id and i.status = 'validating'
    and (i.bank_code, i.account_number) = (a.bank_code, a.account_number);
  get diagnostics asked = row_count;

  with over as (
    update payout_batches b
    set status = case
        when b.runs > 0 then 'completed' when b.validated_from < s.present - interval '1 day' then 'failed' else 'ready'
      end,
      ready_at = s.present, updated_at = s.present
    from payout_batches k cross join lateral (select business_now(k.merchant_id, k.environment) as present) s
    where b.id = any (open) and k.id = b.id and (
      b.validated_from < s.present - interval '1 day'
      or not exists (select from payout_batch_items i where i.batch_id = b.id and i.status = 'validating')
    )
    returning b
  )
  select array_agg(o.b) into ended from over o;
  -- Names that a retry waited for, and that could not be checked: its next one asks again.
  update payout_batch_items i set status = 'created', enquiry_id = null
  from unnest(ended) e where i.batch_id = e.id and e.status = 'completed' and i.status = 'validating';
  perform find_batch_duplicates(e) from unnest(ended) e where e.status = 'ready';
  perform emit_events(array(select payout_batch_event(e) from unnest(ended) e));
  return named + asked;
end
$$;
