-- No live gateway reaches the bank, or each that does is stopped for it: that says nothing about the account.
alter table name_enquiries
  drop constraint name_enquiry_status_is_known,
  add constraint name_enquiry_status_is_known
    check (status in ('pending', 'resolved', 'not_found', 'not_reached', 'unavailable'));
