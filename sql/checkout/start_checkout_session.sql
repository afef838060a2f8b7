-- Starts a payer's payment of a payment link and requests a virtual account for it, which lives for 30 minutes.
--
-- p_token_hash is the SHA-256 of a token from the payer's browser. The same token finds the same session, so a request
-- without a response can be repeated. p_amount, in kobo, counts for open links only. The link's email wins over
-- p_email. p_networks are the keyed hashes of the payer's network and, for IPv6, the wider one around it. p_live_least,
-- in kobo, bounds live open links: the least that a live gateway accepts; null: anything.
--
-- Returns an outcome: 'started' with the account's id; 'not_found' (also if the token belongs to another link);
-- 'not_open' (disabled, paid, or its merchant may not collect); 'email_needed'; 'amount_needed'; 'amount_out_of_range'
-- with the bounds in kobo; 'network_full', 'link_full', 'merchant_full' (see checkout_capacity). Takes an advisory lock
-- on the merchant's sessions, so that concurrent starts count each other.
create or replace function start_checkout_session(
  p_slug text, p_token_hash bytea, p_email text, p_amount bigint, p_networks bytea[], p_live_least bigint default null,
  p_trace_id uuid default null,
  out outcome text, out virtual_account_id bigint, out min_amount bigint, out max_amount bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link payment_links;
  session checkout_sessions;
  payer_email text;
  due bigint;
  least_due bigint;
  full_at text;
  unseen virtual_accounts;
begin
  select * into link from payment_links l where l.slug = p_slug;
  select * into session from checkout_sessions s where s.token_hash = p_token_hash;
  payer_email := coalesce(link.customer_email, p_email);
  least_due := greatest(
    link.min_amount, case when link.environment = 'live' and link.amount_type = 'open' then p_live_least end
  );
  due := case when link.amount_type = 'fixed' then link.amount else p_amount end;
  outcome := case
    when link.id is null or session.payment_link_id <> link.id then 'not_found'
    when session.id is not null then 'started'
    when checkout_link_status(link) <> 'active' then 'not_open'
    when payer_email is null then 'email_needed'
    when due is null then 'amount_needed'
    when due < least_due or due > link.max_amount then 'amount_out_of_range'
    else 'started'
  end;
  if outcome = 'started' and session.id is null then
    perform pg_advisory_xact_lock(hashtextextended('checkout_sessions:' || link.environment, link.merchant_id));
    -- A request with the same token may have been in progress.
    select * into session from checkout_sessions s where s.token_hash = p_token_hash;
    if not found then
      full_at := checkout_capacity(link, p_networks[1], p_networks[2]);
      if full_at in ('link_full', 'merchant_full') then
        -- Makes room: ends up to 100 that no page came back for within two minutes, the oldest first. Nobody was shown
        -- their accounts, so no event is sent. Accounts that a settlement has locked are left alone.
        for unseen in
          select v.* from virtual_accounts v join checkout_sessions s on s.virtual_account_id = v.id
          where v.merchant_id = link.merchant_id and v.environment = link.environment
            and v.payment_link_id is not null and (full_at = 'merchant_full' or v.payment_link_id = link.id)
            and v.status in ('provisioning', 'active')
            and s.shown_at is null and s.created_at < now() - interval '2 minutes'
          order by s.created_at limit 100
          for no key update of v skip locked
        loop
          perform case unseen.status
            when 'provisioning' then fail_virtual_account(unseen.id) else expire_virtual_account(unseen.id)
          end;
        end loop;
        full_at := checkout_capacity(link, p_networks[1], p_networks[2]);
      end if;
      if full_at is not null then
        outcome := full_at;
        return;
      end if;
      -- Nobody else has the lock, but the token may be used on another merchant's link at the same time.
      insert into checkout_sessions (token_hash, payment_link_id, network, wide_network)
      values (p_token_hash, link.id, p_networks[1], p_networks[2])
      on conflict on constraint checkout_session_token_is_unique do nothing
      returning * into session;
      if found then
        update checkout_sessions s
        set virtual_account_id = request_virtual_account(
          link.merchant_id, link.environment, payer_email, due, 30, link.customer_name, link.id, p_trace_id,
          p_metadata => link.metadata
        )
        where s.id = session.id
        returning * into session;
      else
        select * into session from checkout_sessions s where s.token_hash = p_token_hash;
      end if;
    end if;
    if session.payment_link_id is distinct from link.id then
      outcome := 'not_found';
    end if;
  end if;
  if outcome = 'amount_out_of_range' then
    min_amount := least_due;
    max_amount := link.max_amount;
  end if;
  if outcome = 'started' then
    virtual_account_id := session.virtual_account_id;
  end if;
end
$$;
