-- Whether a member with this role has p_permission: 'read', 'develop', 'collect', 'pay', 'approve' or 'own', as the
-- dashboard's routes name it (ingress/http/session.ts has the same table, and lets developers collect in test). False
-- without a role.
create or replace function role_may(p_role text, p_permission text) returns boolean
language sql immutable
return coalesce(
  p_role = 'owner' or case p_permission
    when 'read' then p_role in ('viewer', 'approver', 'developer', 'finance')
    when 'develop' then p_role = 'developer'
    when 'collect' then p_role = 'finance'
    when 'pay' then p_role = 'finance'
    when 'approve' then p_role = 'approver'
    else false
  end,
  false
);
