-- Lets the pages of an origin embed a merchant's checkout; sql/checkout/origin.ts has checked its form. Adding one
-- again changes nothing. An operator's action.
create or replace function add_merchant_origin(
  p_merchant_id bigint, p_origin text, p_operator text, p_reason text
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into merchant_origins (merchant_id, origin) values (p_merchant_id, p_origin)
  on conflict on constraint merchant_origin_is_unique do nothing;
  if not found then
    return;
  end if;
  perform log_operator_action(
    'origin add', (select m.reference from merchants m where m.id = p_merchant_id), null,
    jsonb_build_object('origin', p_origin), p_operator, p_reason
  );
end
$$;
