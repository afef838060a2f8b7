-- When: you know whether a provider charges the 50 naira stamp duty of your payouts itself, and pays it to the state.
-- Records that: then the duty in its fees is booked from its next statements as paid, and you don't owe it again.
-- Flags: --gateway WORD --charges yes|no --reason TEXT
select set_duty_charged(:gateway, :charges = 'yes', :acting);
