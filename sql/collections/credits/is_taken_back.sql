-- Whether a provider sends a credit's money back to its payer, or may, and operators have not closed the case: a notice
-- or a statement told of it. If its merchant accepted or returned it now, the same money would go twice.
create or replace function is_taken_back(p_credit credits) returns boolean
language sql stable
return exists (
  select from reconciliation_differences d
  where d.credit_id = p_credit.id and d.closed_at is null
    and d.kind in ('reversed_there', 'refunded_there', 'disputed_there')
);
