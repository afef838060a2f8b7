-- When: a merchant lost an event, or its delivery is exhausted.
-- Delivers the event again, now, with all its attempts: the same body with a new signature. Receivers must expect to
-- see an event twice.
-- Flags: --reference evt_... --reason TEXT
select resend_event(:reference, :acting);
