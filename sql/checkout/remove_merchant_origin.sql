-- Stops an origin from embedding a merchant's checkout. False if it wasn't allowed. Writes an audit row.
create or replace function remove_merchant_origin(p_merchant_id bigint, p_origin text, p_acting acting) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from merchant_origins o where (o.merchant_id, o.origin) = (p_merchant_id, p_origin);
  if not found then
    return false;
  end if;
  perform log_action(
    p_merchant_id, null, 'origin remove', (select m.reference from merchants m where m.id = p_merchant_id),
    jsonb_build_object('origin', p_origin), null, p_acting
  );
  return true;
end
$$;
