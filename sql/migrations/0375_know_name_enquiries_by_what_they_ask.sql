-- An id alone does not say which enquiry is meant: after a crash of the database it may have been given again
-- (request_name_enquiries). These functions take whose enquiry it is and what it asks, or return it. Processes from
-- before get an error of them until they are replaced; their jobs run again.
drop function if exists open_name_enquiries(bigint[]);
drop function if exists finish_name_enquiries(bigint[], text[], text[], boolean);
drop function if exists name_enquiry_results(bigint[]);
