-- Every script of scripts/ops includes this, after it has set ON_ERROR_STOP, and `usage` to the command that runs it.
-- Unless each -v that the usage names was given, in the form that it shows, psql stops here with the usage and exit
-- code 3. `abc_...` wants a reference that begins so, `a|b` one of these words, TASK:NUMBER a job's key, and other
-- capitals some text. What stands in [ ] may be left out.
\set VERBOSITY terse
\set QUIET on
\if :{?reference} \else \set reference '' \endif
\if :{?job} \else \set job '' \endif
\if :{?credit} \else \set credit '' \endif
\if :{?resolution} \else \set resolution '' \endif
\if :{?merchant} \else \set merchant '' \endif
\if :{?operator} \else \set operator '' \endif
\if :{?reason} \else \set reason '' \endif

select set_config('ops.arguments', jsonb_build_object(
  'usage', :'usage', 'reference', :'reference', 'job', :'job', 'credit', :'credit', 'resolution', :'resolution',
  'merchant', :'merchant', 'operator', :'operator', 'reason', :'reason'
)::text, false) as arguments \gset

do $$
declare
  arguments constant jsonb := current_setting('ops.arguments');
  wanted record;
begin
  for wanted in
    select part[1] = '[' as is_optional, part[2] as name, part[3] as form, arguments ->> part[2] as value
    from regexp_matches(arguments ->> 'usage', '(\[?)-v (\w+)=([^\s\]]+)', 'g') part
  loop
    if not (case
      when wanted.value = '' then wanted.is_optional
      when wanted.form like '%...' then
        starts_with(wanted.value, left(wanted.form, -3)) and wanted.value ~ '^[a-z0-9_]+$'
      when wanted.form like '%|%' then wanted.value = any (string_to_array(wanted.form, '|'))
      when wanted.form = 'TASK:NUMBER' then wanted.value ~ '^[a-z_]+:[0-9]{1,18}$'
      else wanted.value ~ '\S' and length(wanted.value) <= 1000
    end) then
      raise exception '-v %=% is %. Usage: %', wanted.name, wanted.form,
        case when wanted.value = '' then 'missing' else 'wrong' end, arguments ->> 'usage';
    end if;
  end loop;
end
$$;
