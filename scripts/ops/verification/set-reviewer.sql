-- When: someone starts or stops reviewing business verifications.
-- Makes them a reviewer (yes), which signs them out everywhere, or ends that (no). They must have signed up in the
-- dashboard and confirmed their email address.
-- Flags: --email WORD --reviewer yes|no --reason TEXT
select set_reviewer(lower(:email), :reviewer = 'yes', :acting) as person;
