-- When: you need a merchant's reference.
-- Lists all merchants, newest first. Changes nothing.
select reference as merchant, name, email, kyb_status, created_at, closed_at from merchants order by id desc;
