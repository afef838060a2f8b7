-- Returns the words of a name for comparison, sorted and each once: in capitals, without accents, apostrophes and other
-- signs. 'Ọlá  Ade-Ojo' has ADE, OJO and OLA.
create or replace function name_words(p_name text) returns text[]
language sql immutable
return array(
  select distinct word
  from regexp_split_to_table(
    regexp_replace(
      upper(regexp_replace(normalize(p_name, nfkd), '[\u0300-\u036f''’]', '', 'g')), '[^[:alnum:]]+', ' ', 'g'
    ),
    ' '
  ) word
  where word <> ''
  order by word
);
