-- Sets which of a merchant's payments need approval in an environment, amounts in kobo, null and false for none. What
-- is tighter applies at once. What is looser starts in 24 hours where the merchant has one owner; where it has several,
-- once another owner sets the same. Setting another policy, or the present one, ends that wait. Returns an outcome,
-- with 'set' the policies as the API shows them:
--
--   set         the policy applies, or is to
--   too_few     no payment needed approval before, and fewer than two people may approve
--
-- Only 'set' has effects. Writes an audit row and emails the owners. Raises PB012 if p_caller, an owner's session, has
-- lost the right. Locks the merchant, then its ledger accounts.
create or replace function set_approval_policy(
  p_merchant_id bigint, p_environment text, p_new_destinations boolean, p_acting acting, p_caller caller,
  p_amount_max bigint default null, p_day_max bigint default null, out outcome text, out policy json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  present constant timestamptz := business_now(p_merchant_id, p_environment);
  setter constant bigint := person_behind((p_caller).key, (p_caller).session_id);
  wanted approval_policies;
  current approval_policies;
  tight approval_policies;
  proposed approval_policies;
  others boolean;
  is_agreed boolean;
begin
  perform from merchants b where b.id = p_merchant_id for no key update;
  perform require_right(p_caller, p_merchant_id, null, 'own');
  select * into current from approval_policy_of(p_merchant_id, p_environment);
  select * into proposed from approval_policies a
  where (a.merchant_id, a.environment) = (p_merchant_id, p_environment) and a.starts_at > present;
  wanted := (
    null, p_merchant_id, p_environment, p_amount_max, p_day_max, p_new_destinations, setter, present
  )::approval_policies;
  if current.id is null and (p_new_destinations or num_nonnulls(p_amount_max, p_day_max) > 0) and 2 > (
    select count(*) from memberships m join people p on p.id = m.person_id
    where m.merchant_id = p_merchant_id and role_may(m.role, 'approve') and p.email_verified_at is not null
  ) then
    outcome := 'too_few';
    return;
  end if;

  others := exists (
    select from memberships m
    where m.merchant_id = p_merchant_id and m.role = 'owner' and m.person_id is distinct from setter
  );
  -- Another owner, who still is one, has set the same.
  is_agreed := coalesce(
    proposed.set_by <> setter and (proposed.amount_max, proposed.day_max, proposed.new_destinations)
      is not distinct from (p_amount_max, p_day_max, p_new_destinations)
    and exists (
      select from memberships m
      where m.merchant_id = p_merchant_id and m.role = 'owner' and m.person_id = proposed.set_by
    ), false
  );
  tight := wanted;
  if current.id is not null and not is_agreed then
    tight.amount_max := least(current.amount_max, p_amount_max);
    tight.day_max := least(current.day_max, p_day_max);
    tight.new_destinations := current.new_destinations or p_new_destinations;
  end if;
  if (tight.amount_max, tight.day_max, tight.new_destinations)
    is not distinct from (current.amount_max, current.day_max, current.new_destinations)
  then
    tight := current;
  end if;
  if (tight.amount_max, tight.day_max, tight.new_destinations)
    is distinct from (p_amount_max, p_day_max, p_new_destinations)
  then
    wanted.starts_at := case
      when others then 'infinity'
      -- The same again waits no longer.
      when proposed.set_by = setter and (proposed.amount_max, proposed.day_max, proposed.new_destinations)
        is not distinct from (p_amount_max, p_day_max, p_new_destinations)
        then least(proposed.starts_at, present + interval '24 hours')
      else present + interval '24 hours'
    end;
  end if;

  delete from approval_policies a where (a.merchant_id, a.environment) = (p_merchant_id, p_environment);
  insert into approval_policies (
    merchant_id, environment, amount_max, day_max, new_destinations, set_by, starts_at
  )
  select p_merchant_id, p_environment, s.amount_max, s.day_max, s.new_destinations, s.set_by, s.starts_at
  from unnest(case when wanted.starts_at > present then array[tight, wanted] else array[tight] end) s;
  if current.id is null then
    -- Nothing was counted while no payment needed approval.
    perform lock_balances(array[p_merchant_id], array[p_environment], array['NGN'], true);
    delete from payout_use u
    where (u.merchant_id, u.environment, u.day, u.account)
      = (p_merchant_id, p_environment, lagos_day(present), 'approvals');
  end if;
  perform log_action(
    p_merchant_id, p_environment, 'approval-policy set',
    (select m.reference from merchants m where m.id = p_merchant_id), approval_policy_facts(current),
    approval_policy_facts(wanted), p_acting
  );
  perform notify_owners(
    p_merchant_id, 'approval_policy_changed', jsonb_build_object('environment', p_environment), p_acting
  );
  outcome := 'set';
  policy := approval_policy_json(p_merchant_id, p_environment);
end
$$;
