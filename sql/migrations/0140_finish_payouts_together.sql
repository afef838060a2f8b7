-- How a claimed payout ended, as a provider reported it: an item of finish_payouts(), which documents it.
create type payout_end as (
  payout_id bigint, fence bigint, outcome text, failure_code text, failure_message text, confirm_again_after interval
);
