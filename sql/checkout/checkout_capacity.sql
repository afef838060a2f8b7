-- Returns why no further session of a payment link may be opened, or null if one may: 'network_full' (too many open
-- sessions from the payer's network at this merchant), 'link_full' or 'merchant_full'. A session is open until its
-- account is final, 30 minutes at most. Call it under the lock of start_checkout_session().
--
-- A popular link serves hundreds at once, and many payers may share one address, so the limits are: 250 for a network
-- (an IPv4 address or IPv6 /56), 1,000 for a wide one (/48), 2,000 for a link, 10,000 for a merchant. While a link is
-- half full, networks get a fifth of that, so that a few of them never take all the rest.
create or replace function checkout_capacity(p_link payment_links, p_network bytea, p_wide_network bytea) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  of_link bigint;
  share numeric;
begin
  select count(*) into of_link from (
    select from virtual_accounts v
    where v.merchant_id = p_link.merchant_id and v.environment = p_link.environment
      and v.payment_link_id = p_link.id and v.status in ('provisioning', 'active')
    limit 2000
  ) open;
  share := case when of_link < 1000 then 1 else 0.2 end;
  return case
    -- Among the network's newest 5,000 at all merchants, to bound the cost.
    when (
      select count(*) from virtual_accounts v
      where v.id = any (array(
          select s.virtual_account_id from checkout_sessions s
          where s.network = p_network and s.created_at > now() - interval '30 minutes'
          order by s.created_at desc limit 5000
        ))
        and v.merchant_id = p_link.merchant_id and v.environment = p_link.environment
        and v.payment_link_id is not null and v.status in ('provisioning', 'active')
    ) >= 250 * share then 'network_full'
    when (
      select count(*) from virtual_accounts v
      where v.id = any (array(
          select s.virtual_account_id from checkout_sessions s
          where s.wide_network = p_wide_network and s.created_at > now() - interval '30 minutes'
          order by s.created_at desc limit 5000
        ))
        and v.merchant_id = p_link.merchant_id and v.environment = p_link.environment
        and v.payment_link_id is not null and v.status in ('provisioning', 'active')
    ) >= 1000 * share then 'network_full'
    when of_link >= 2000 then 'link_full'
    when (
      select count(*) from (
        select from virtual_accounts v
        where v.merchant_id = p_link.merchant_id and v.environment = p_link.environment
          and v.payment_link_id is not null and v.status in ('provisioning', 'active')
        limit 10000
      ) open
    ) >= 10000 then 'merchant_full'
  end;
end
$$;
