-- Records what an operator did, in the transaction that does it: every function that carries out an operator's action
-- calls this. p_action is the action's name, p_target the reference of what it was done to, p_before and p_after what
-- was true of that: plain members, no whole rows. Texts are masked by mask_text(). Without a name the database's user
-- stands for the operator.
create or replace function log_operator_action(
  p_action text, p_target text, p_before jsonb, p_after jsonb, p_operator text, p_reason text
) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into operator_actions (operator, action, target, before, after, reason)
  values (
    coalesce(p_operator, session_user), p_action, mask_text(p_target), mask_json(p_before), mask_json(p_after),
    mask_text(p_reason)
  );
end
$$;
