-- Less to write and to keep for each movement of money: one index for an entry and two for a journal, where there were
-- two and three.

-- A journal has one entry for an account at most, and its entries are found through the few accounts that it can touch:
-- entries_of(). So entries of an account are read in the order of their journals, which is the order in which they were
-- made: a merchant's accounts are locked before a journal gets its id.
alter table ledger_entries drop constraint ledger_entries_pkey;
alter table ledger_entries add constraint ledger_entries_pkey primary key (account_id, journal_id);
drop index ledger_entries_by_account;
-- Its view is made again after the migrations, without the column.
drop view if exists ledger_discrepancies;
alter table ledger_entries drop column id;

-- What entries refer to begins with the id, and finds a journal by it.
alter table ledger_entries drop constraint ledger_entry_fits_journal;
alter table ledger_journals drop constraint ledger_journals_pkey;
alter table ledger_journals drop constraint ledger_journal_environment_and_currency;
alter table ledger_journals add constraint ledger_journals_pkey primary key (id, environment, currency);
alter table ledger_entries add constraint ledger_entry_fits_journal
  foreign key (journal_id, environment, currency) references ledger_journals (id, environment, currency);
