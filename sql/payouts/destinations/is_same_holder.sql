-- Whether two names are one holder's, beyond order and initials: both have the same words of two letters and more.
-- False if a name is null or has no such word. Compared more strictly than by is_other_holder(): nobody has confirmed
-- that a payer's account is the one to pay.
create or replace function is_same_holder(p_one text, p_other text) returns boolean
language sql immutable
begin atomic
  select coalesce(
    array_agg(w.word order by w.word) filter (where w.place = 1)
      = array_agg(w.word order by w.word) filter (where w.place = 2),
    false
  )
  from (values (1, p_one), (2, p_other)) n (place, name)
  cross join lateral (select n.place, word from unnest(name_words(n.name)) word where length(word) > 1) w;
end;
