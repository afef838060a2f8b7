-- rows_without_job() asks for all rows of a kind at once.
drop function if exists has_job(text, text, bigint);
