-- Returns a text without what a log must not contain: API keys, webhook secrets, email addresses, and ten or more
-- digits in a row (account numbers, BVNs, NINs, phone numbers) except the last four. sql/process/logging.ts does the
-- same for the processes' logs.
create or replace function mask_text(p_text text) returns text
language sql immutable
return regexp_replace(
  regexp_replace(
    regexp_replace(
      regexp_replace(p_text, '(sk_(?:test|live)_)[0-9A-Za-z]{4,}', '\1****', 'g'),
      'whsec_[0-9A-Za-z+/=_-]{4,}', 'whsec_****', 'g'
    ),
    '[^\s@"<>]+@([^\s@"<>]+)', '****@\1', 'g'
  ),
  '\y[0-9]{6,}([0-9]{4})\y', '******\1', 'g'
);
