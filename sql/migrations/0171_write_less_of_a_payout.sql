-- Less to write and to keep for each movement of money.

-- A journal has one entry for an account at most. Nothing looks for an entry by its id alone.
alter table ledger_entries drop constraint ledger_entries_pkey;
alter table ledger_entries add constraint ledger_entries_pkey primary key (journal_id, account_id);
drop index ledger_entries_by_journal;

-- The subject first: so the constraint's index finds the journals of a subject too.
alter table ledger_journals drop constraint ledger_journal_is_posted_once;
alter table ledger_journals add constraint ledger_journal_is_posted_once unique (subject, kind);
drop index ledger_journals_by_subject;

-- Room in each page for the next balances, which no index holds: an update then touches no index.
alter table ledger_accounts set (fillfactor = 50);
