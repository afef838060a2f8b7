-- When a verification goes, with its form and documents, in real time; null while reviewers or a business that was
-- approved need it. Every change of its state says so by verification_term(), so that the purge reads this alone.
alter table verifications add column purge_at timestamptz default now() + interval '90 days';

update verifications v set purge_at = case
  when m.closed_at is not null then m.closed_at + interval '5 years'
  when m.kyb_status in ('submitted', 'approved') then null
  when v.approved_at is not null then v.changed_at + interval '5 years'
  when m.kyb_status = 'rejected' then v.changed_at + interval '1 year'
  else v.changed_at + interval '90 days'
end
from merchants m where m.id = v.merchant_id;

create index verifications_to_purge on verifications (purge_at) where purge_at is not null;

-- They served the purge alone.
alter table verifications drop column is_draft, drop column changed_at;
drop index closed_merchants;
