-- Deletes invitations 30 days after they were made: at most p_limit. Returns how many.
create or replace function purge_invitations(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  with over as (
    select i.id from invitations i where i.created_at < now() - interval '30 days'
    order by i.created_at limit p_limit for update skip locked
  )
  delete from invitations i using over where i.id = over.id;
  get diagnostics gone = row_count;
  return gone;
end
$$;
