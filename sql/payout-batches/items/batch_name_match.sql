-- Compares the name that a batch's item gives with the bank's, and returns
--
--   unchecked  none is given
--   match      the same words in the same order, without regard to case, accents and signs
--   close      the same words in another order, or some of one name's are initials or missing in it: at least two
--              words agree in full
--   different  anything else
create or replace function batch_name_match(p_given text, p_resolved text) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  given constant text[] := name_words(p_given);
  resolved constant text[] := name_words(p_resolved);
  shorter constant text[] := case when cardinality(given) <= cardinality(resolved) then given else resolved end;
  longer constant text[] := case when cardinality(given) <= cardinality(resolved) then resolved else given end;
begin
  return case
    when coalesce(cardinality(given), 0) = 0 then 'unchecked'
    when words_in_order(p_given) = words_in_order(p_resolved) then 'match'
    when 2 > (select count(*) from unnest(shorter) w where length(w) > 1 and w = any (longer)) then 'different'
    when exists (
      select from unnest(shorter) s (word)
      where s.word <> all (longer)
        -- An initial, on either side, of a word that the other name does not have.
        and not exists (
          select from unnest(longer) l (word)
          where l.word <> all (shorter) and least(length(s.word), length(l.word)) = 1
            and left(s.word, 1) = left(l.word, 1)
        )
    ) then 'different'
    else 'close'
  end;
end
$$;
