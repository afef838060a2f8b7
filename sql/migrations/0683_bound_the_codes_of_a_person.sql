-- It gets the bound as its last parameter; callers that leave it out are served as well.
drop function if exists take_proof_attempt(bigint);
