-- When: verifications lists a business, and you have seen its form and documents: npm run admin -- verification show.
-- Approves it, so that it can create live keys, or rejects it; its owners read the reason. --version is that of the
-- form you saw, --documents the documents' references, separated by commas: if anything was submitted since, nothing is
-- decided.
-- Flags: --merchant mer_... --decision approved|rejected --version NUMBER [--documents WORD] --reason TEXT
select refuse_unless(outcome = 'decided', case outcome
  when 'not_found' then format('there is no merchant %s: npm run ops -- merchants lists them', :merchant)
  when 'not_submitted' then 'this business is not waiting for a decision: npm run admin -- kyb set overrides it'
  else format('the form (now version %s) or its documents changed: see npm run admin -- verification show', version)
end) as decided
from decide_verification(
  :merchant, :decision, :version::integer, coalesce(string_to_array(:documents, ','), '{}'), :acting
);
