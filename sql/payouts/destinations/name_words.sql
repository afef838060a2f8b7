-- Returns the words of a name for comparison (words_in_order), sorted and each once. 'Ọlá  Ade-Ojo' has ADE, OJO and
-- OLA.
create or replace function name_words(p_name text) returns text[]
language sql immutable
return array(select distinct word from unnest(words_in_order(p_name)) word order by word);
