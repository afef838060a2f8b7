-- Every script of scripts/ops includes this, after it has set ON_ERROR_STOP, and `usage` to the command that runs it.
-- Unless each -v that the usage names was given, in the form that it shows, psql stops here with the usage and exit
-- code 3. `abc_...` wants a reference that begins so, REFERENCE any, `a|b` one of these words, TASK a job's name,
-- TASK:NUMBER its key, NUMBER digits, YYYY-MM-DD a day, WORD no spaces, and other capitals some text. What stands in
-- [ ] may be left out.
-- What follows is one transaction, which the script commits. It can only read unless the usage asks for an operator,
-- and holds nobody up for long. `npm run ops` runs the statement that begins with "do" too.
\set VERBOSITY terse
\set QUIET on
\if :{?reference} \else \set reference '' \endif
\if :{?job} \else \set job '' \endif
\if :{?credit} \else \set credit '' \endif
\if :{?resolution} \else \set resolution '' \endif
\if :{?merchant} \else \set merchant '' \endif
\if :{?outcome} \else \set outcome '' \endif
\if :{?provider_reference} \else \set provider_reference '' \endif
\if :{?key} \else \set key '' \endif
\if :{?account} \else \set account '' \endif
\if :{?amount} \else \set amount '' \endif
\if :{?day} \else \set day '' \endif
\if :{?environment} \else \set environment '' \endif
\if :{?scope} \else \set scope '' \endif
\if :{?bank} \else \set bank '' \endif
\if :{?name} \else \set name '' \endif
\if :{?entry} \else \set entry '' \endif
\if :{?decision} \else \set decision '' \endif
\if :{?gateway} \else \set gateway '' \endif
\if :{?task} \else \set task '' \endif
\if :{?provider} \else \set provider '' \endif
\if :{?limit} \else \set limit '' \endif
\if :{?tier} \else \set tier '' \endif
\if :{?payout_max} \else \set payout_max '' \endif
\if :{?day_max} \else \set day_max '' \endif
\if :{?account_day_max} \else \set account_day_max '' \endif
\if :{?account_day_payouts} \else \set account_day_payouts '' \endif
\if :{?operation} \else \set operation '' \endif
\if :{?from} \else \set from '' \endif
\if :{?gateways} \else \set gateways '' \endif
\if :{?to} \else \set to '' \endif
\if :{?currency} \else \set currency '' \endif
\if :{?minimum} \else \set minimum '' \endif
\if :{?operator} \else \set operator '' \endif
\if :{?reason} \else \set reason '' \endif

begin;
select set_config('ops.arguments', jsonb_build_object(
  'usage', :'usage', 'reference', :'reference', 'job', :'job', 'credit', :'credit', 'resolution', :'resolution',
  'merchant', :'merchant', 'outcome', :'outcome', 'provider_reference', :'provider_reference', 'key', :'key',
  'account', :'account', 'amount', :'amount', 'day', :'day', 'environment', :'environment', 'scope', :'scope',
  'bank', :'bank', 'gateway', :'gateway', 'name', :'name', 'entry', :'entry', 'decision', :'decision',
  'tier', :'tier', 'payout_max', :'payout_max', 'day_max', :'day_max', 'account_day_max', :'account_day_max',
  'account_day_payouts', :'account_day_payouts', 'task', :'task', 'limit', :'limit', 'provider', :'provider',
  'operation', :'operation', 'from', :'from', 'gateways', :'gateways', 'to', :'to', 'currency', :'currency',
  'minimum', :'minimum', 'operator', :'operator', 'reason', :'reason'
)::text, true) as arguments \gset

do $$
declare
  arguments constant jsonb := current_setting('ops.arguments');
  wanted record;
begin
  perform set_config('statement_timeout', '30s', true), set_config('lock_timeout', '3s', true);
  if arguments ->> 'usage' not like '%-v operator=%' then
    perform set_config('transaction_read_only', 'on', true);
  end if;
  for wanted in
    select part[1] = '[' as is_optional, part[2] as name, part[3] as form, coalesce(arguments ->> part[2], '') as value
    from regexp_matches(arguments ->> 'usage', '(\[?)-v (\w+)=([^\s\]]+)', 'g') part
  loop
    if not (case
      when wanted.value = '' then wanted.is_optional
      when wanted.form like '%...' then
        starts_with(wanted.value, left(wanted.form, -3)) and wanted.value ~ '^[a-z0-9_]+$'
      when wanted.form like '%|%' then wanted.value = any (string_to_array(wanted.form, '|'))
      when wanted.form = 'GATEWAY' then exists (select from gateways g where g.name = wanted.value)
      when wanted.form = 'REFERENCE' then wanted.value ~ '^[a-z]{2,4}_[a-z0-9_]{1,60}$'
      when wanted.form = 'TASK' then wanted.value ~ '^[a-z_]+$'
      when wanted.form = 'TASK:NUMBER' then wanted.value ~ '^[a-z_]+:[0-9]{1,18}$'
      when wanted.form = 'NUMBER' then wanted.value ~ '^[0-9]{1,15}$'
      when wanted.form = 'YYYY-MM-DD' then wanted.value ~ '^2[0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
      when wanted.form = 'WORD' then wanted.value ~ '^\S{1,255}$'
      else wanted.value ~ '\S' and length(wanted.value) <= 1000
    end) then
      raise exception '-v %=% is %. Usage: %', wanted.name, wanted.form,
        case when wanted.value = '' then 'missing' else 'wrong' end, arguments ->> 'usage';
    end if;
  end loop;
end
$$;
