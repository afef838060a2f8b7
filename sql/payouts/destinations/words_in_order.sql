-- Returns the words of a name for comparison, in their order: in capitals, without accents, apostrophes and other
-- signs. 'Ọlá  Ade-Ojo' has OLA, ADE and OJO.
create or replace function words_in_order(p_name text) returns text[]
language sql immutable
return array_remove(regexp_split_to_array(
  regexp_replace(
    upper(regexp_replace(normalize(p_name, nfkd), '[\u0300-\u036f''’]', '', 'g')), '[^[:alnum:]]+', ' ', 'g'
  ),
  ' '
), '');
