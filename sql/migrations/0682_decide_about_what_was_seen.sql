-- Decisions name what the reviewer saw. The function that does not ask for it is dropped: processes of the version
-- before decide nothing.
drop function if exists decide_verification(text, text, acting);
