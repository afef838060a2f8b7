-- When: a merchant lost an event, or its delivery is exhausted.
-- Delivers the event again, now, with all its attempts: the same body with a new signature. Receivers must expect to
-- see an event twice.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v reference=evt_... -v operator=NAME -v reason=TEXT -f scripts/ops/webhooks/resend-event.sql'
\ir ../arguments/check.sql
select resend_event(:'reference', row(:'operator', null, null, :'reason', null)::acting);
commit;
