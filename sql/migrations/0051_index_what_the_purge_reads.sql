-- What the purge reads does not grow with what stays.

-- Whoever is deleted leaves these rows, which are found by the person.
create index invitations_by_inviter on invitations (invited_by) where invited_by is not null;
create index verifications_by_submitter on verifications (submitted_by) where submitted_by is not null;

create index sessions_by_start on sessions (created_at);

-- Whether merchants.kyb_status is 'draft', for the index alone: what was submitted or rejected stays, however old.
alter table verifications add column is_draft boolean not null default true;
update verifications v set is_draft = false
from merchants m where m.id = v.merchant_id and m.kyb_status <> 'draft';
create index verifications_of_drafts on verifications (changed_at) where is_draft and approved_at is null;
drop index verifications_by_change;
