-- The gateway that had refused the payout, and reports by itself that it has paid it: a person decides, whatever the
-- gateway says that the payout went to since. Null: none, or a person has decided.
alter table payouts add column taken_by text;
