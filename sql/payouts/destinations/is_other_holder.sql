-- Whether p_reported names another account holder than p_enquired, compared loosely: less than half of the shorter
-- name's words are in the other, or begin a word of it, in any order. Initials, titles and company forms don't count,
-- since providers add, shorten and omit them. False if a name has no other word, such as a masked one.
create or replace function is_other_holder(p_enquired text, p_reported text) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  with names as (
    select n.place, array(
      select word from unnest(n.words) word
      where length(word) > 1 and word not in (
        'AND', 'CHIEF', 'DR', 'ENT', 'ENTERPRISE', 'ENTERPRISES', 'LIMITED', 'LTD', 'MISS', 'MR', 'MRS', 'MS', 'NIG',
        'NIGERIA', 'PLC', 'PROF', 'VENTURES'
      )
    ) as words
    from (values (1, name_words(p_enquired)), (2, name_words(p_reported))) n (place, words)
  )
  select 2 * (
    select count(*) from unnest(shorter.words) s (word)
    where exists (
      select from unnest(longer.words) l (word) where starts_with(l.word, s.word) or starts_with(s.word, l.word)
    )
  ) < cardinality(shorter.words)
  from names shorter join names longer on longer.place <> shorter.place
  order by cardinality(shorter.words), shorter.place limit 1
$$;
