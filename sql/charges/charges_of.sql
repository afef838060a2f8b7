-- Returns what a 'payout' or 'refund' of p_amount kobo, or an 'identity_check' (p_amount 0), costs at p_at, in one row:
-- each kind by its newest rows of charges that have started, and of these by the highest from_amount that the amount
-- reaches. Rates are rounded half up. p_has_exemptions: whether the merchant's exempt purposes count. p_purpose is null
-- for a payout that names none. In test each kind is 0. It has no settings of its own, so that PostgreSQL inlines it:
-- each payout's charges are computed when it is accepted.
create or replace function charges_of(
  p_service text, p_environment text, p_amount bigint, p_purpose text, p_has_exemptions boolean, p_at timestamptz
) returns setof charges_due
language sql stable rows 1
begin atomic
  select coalesce(sum(d.amount) filter (where not d.is_exempt), 0)::bigint,
    max(d.amount) filter (where d.kind = 'vat'),
    max(d.amount) filter (where d.kind = 'stamp_duty' and not d.is_exempt),
    coalesce(max(d.amount) filter (where d.is_exempt), 0)
  from (
    select distinct on (c.kind) c.kind,
      coalesce(p_has_exemptions and p_purpose = any (c.exempt_purposes), false) as is_exempt,
      case p_environment when 'live' then coalesce(
        c.kobo, (
          first_value(case c.kind when 'service' then c.kobo end)
            over (order by c.kind <> 'service', c.from_amount desc) * c.basis_points + 5000
        ) / 10000, 0
      ) else 0 end as amount
    from (
      select h.*, max(h.starts_on) over (partition by h.kind) as newest
      from charges h where h.service = p_service and h.starts_on <= lagos_day(p_at)
    ) c
    where c.starts_on = c.newest and c.from_amount <= p_amount
    order by c.kind, c.from_amount desc
  ) d;
end;
