-- An origin is written into the header that says which pages may embed a checkout: a host of letters, digits, dots and
-- hyphens, or an IPv6 address, and nothing that means something there (* ; ,). Plain http is for localhost alone.
-- What is stored already is kept as it is; the header leaves out what does not fit.

alter table merchant_origins
  add constraint merchant_origin_is_exact check (
    origin ~ '^https://([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(:[0-9]{1,5})?$'
    or origin ~ '^http://localhost(:[0-9]{1,5})?$'
  ) not valid;
