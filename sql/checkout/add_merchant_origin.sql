-- Allows an origin's pages to embed a merchant's checkout; sql/checkout/origin.ts has checked its form. Adding one
-- again changes nothing. Writes an audit row. Raises PB009 if there are a hundred already. Locks the merchant.
create or replace function add_merchant_origin(p_merchant_id bigint, p_origin text, p_acting acting) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from merchants m where m.id = p_merchant_id for no key update;
  insert into merchant_origins (merchant_id, origin) values (p_merchant_id, p_origin)
  on conflict on constraint merchant_origin_is_unique do nothing;
  if not found then
    return;
  end if;
  if (select count(*) > 100 from merchant_origins o where o.merchant_id = p_merchant_id) then
    raise exception 'there are 100 origins, which is as many as there may be: remove one first' using errcode = 'PB009';
  end if;
  perform log_action(
    p_merchant_id, null, 'origin add', (select m.reference from merchants m where m.id = p_merchant_id), null,
    jsonb_build_object('origin', p_origin), p_acting
  );
  perform notify_owners(p_merchant_id, 'origin_added', jsonb_build_object(
    'what', p_origin
  ), p_acting);
end
$$;
