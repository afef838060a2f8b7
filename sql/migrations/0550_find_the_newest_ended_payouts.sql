-- For metrics of how the newest payouts of an environment ended, however many others are newer: measure_payouts().
create index payouts_ended on payouts (environment, id) where status in ('succeeded', 'failed', 'reversed');
