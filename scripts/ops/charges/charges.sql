-- When: someone wants to know what live mode costs, now or later.
-- Shows all charges, the newest last. Changes nothing.
select c.service, c.kind, c.starts_on::text as starts_on, c.from_amount, c.kobo, c.basis_points,
  array_to_string(c.exempt_purposes, ',') as exempt
from charges c order by c.service, c.kind, c.starts_on, c.from_amount limit 1000;
