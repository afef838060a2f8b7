-- They take the operator's name and reason as well now.
drop function if exists create_merchant(text, text);
drop function if exists resolve_suspended_credit(text, text, text);
