import { edit, without, type Guard } from "./guard.ts";

const ownPayment = "by the person who requested it, or who made or rotated the key that did";

/** A payment that needs a second person is not made by one, and its money is reserved once. */
export const approvalGuards: readonly Guard[] = [
  {
    name: "a payout that needs approval is not sent",
    breaks: [
      edit(
        "reserve_payouts.sql",
        "case when r.reasons is null then 'pending' else 'awaiting_approval' end",
        "'pending'",
      ),
    ],
    red: [
      "approvals/approvals",
      "waits with its money reserved, is listed, and is sent once somebody else approves",
    ],
  },
  {
    name: "the maker is not the checker",
    breaks: [
      edit(
        "decide_approval.sql",
        "when person_behind((p_caller).key, (p_caller).session_id) = any (requested.makers)",
        "when false",
      ),
    ],
    red: ["approvals/approvals", ownPayment],
  },
  {
    name: "who made or rotated a key made its payments",
    breaks: [
      edit(
        "person_behind.sql",
        "(select k.made_by from api_keys k where k.reference = p_key)",
        "null::bigint",
      ),
    ],
    red: ["approvals/approvals", ownPayment],
  },
  {
    name: "a key does not approve its own payments",
    breaks: [edit("decide_approval.sql", "or requested.made_with = (p_caller).key then 'own'", "then 'own'")],
    red: ["approvals/approvals", "with a key of the person who requested it, nor with the key that did"],
  },
  {
    name: "a key that approves requests nothing",
    breaks: [without("api_keys", "key_that_approves_requests_nothing")],
    red: ["approvals/approvals", "requests no payments, and has that scope only if it was asked for"],
  },
  {
    name: "payouts:approve is no default",
    breaks: [
      edit("scopes.ts", "scopes.filter((scope) => scope !== approveScope)", "scopes"),
      without("api_keys", "key_that_approves_requests_nothing"),
    ],
    red: ["approvals/approvals", "requests no payments, and has that scope only if it was asked for"],
  },
  {
    name: "only who may approve makes a live key that does",
    breaks: [
      edit(
        "require_right_to_grant.sql",
        "if p_environment = 'live' and 'payouts:approve' = any (p_scopes) then",
        "if false then",
      ),
    ],
    red: ["approvals/approvals", "is made in live mode only by whoever may approve"],
  },
  {
    name: "the right to approve is checked under the lock",
    breaks: [
      edit(
        "decide_approval.sql",
        "  perform require_right(p_caller, p_merchant_id, p_environment, 'approve', 'payouts:approve', p_approves);\n",
        "",
      ),
    ],
    red: ["approvals/approvals", "by whoever has another role, or lost theirs meanwhile"],
  },
  {
    name: "an approval is decided once",
    breaks: [
      edit(
        "decide_approval.sql",
        "select * into payment from payouts p where p.id = requested.payout_id for update;",
        "select * into payment from payouts p where p.id = requested.payout_id;",
      ),
      edit(
        "decide_approval.sql",
        "select * into requested from approvals a where a.id = requested.id for update;",
        "perform pg_sleep(0.2);",
      ),
    ],
    red: ["approvals/approvals", "twice, nor by two people at once"],
  },
  {
    name: "an approval is over after 72 hours, before the sweep too",
    breaks: [
      edit(
        "decide_approval.sql",
        "when requested.expires_at is null or requested.expires_at <= business_now(p_merchant_id, p_environment)",
        "when requested.expires_at is null",
      ),
    ],
    red: ["approvals/approvals", "can't be approved after 72 hours, even before the sweep"],
  },
  {
    name: "what nobody approved is given back",
    breaks: [edit("reconcile.sql", "  perform expire_approvals(p_environment, p_clocks);\n", "")],
    red: ["approvals/approvals", "is canceled after 72 hours by the test clock, and by the sweep"],
  },
  {
    name: "an approval belongs to its merchant",
    breaks: [
      edit(
        "decide_approval.sql",
        "where (a.merchant_id, a.environment, a.reference) = (p_merchant_id, p_environment, p_reference);",
        "where a.reference = p_reference;",
      ),
    ],
    red: ["approvals/approvals", "by another merchant, or where it needs no approval"],
  },
  {
    name: "a blocked recipient is not approved",
    breaks: [edit("decide_approval.sql", "when exists (select from blocked_recipients)", "when false")],
    red: [
      "approvals/approvals",
      "to an account that was blocked, or at a bank that closed, or by a business that is rejected",
    ],
  },
  {
    name: "what a restore finds unapproved is never sent",
    breaks: [
      edit(
        "hold_after_restore.sql",
        "from unnest(under_way) u where u.status = 'awaiting_approval'",
        "from unnest(under_way) u where false",
      ),
    ],
    red: [
      "approvals/approvals",
      "after a restore, a payout that waited for approval is polled and never sent",
    ],
  },
  {
    name: "a refund makes no account known",
    breaks: [
      edit(
        "approval_reasons.sql",
        "and p.status = 'succeeded' and p.collection_id is null",
        "and p.status = 'succeeded'",
      ),
    ],
    red: ["approvals/ways-round", "to a new account needs approval too, and makes none known"],
  },
  {
    name: "a refund needs approval",
    breaks: [
      edit(
        "reserve_refund.sql",
        "when reasons is not null then 'awaiting_approval'",
        "when false then 'pending'",
      ),
    ],
    red: ["approvals/ways-round", "waits like a payout, and is sent or canceled by the decision"],
  },
  {
    name: "who sets a refund's account made it",
    breaks: [edit("set_refund_destination.sql", "(p_caller).key, (p_caller).session_id", "null, null")],
    red: ["approvals/ways-round", "is not approved by whoever requested it, or set its account"],
  },
  {
    name: "who requested a refund made it, also if another set its account",
    breaks: [
      edit("set_refund_destination.sql", "requested.reasons, requested.makers,", "requested.reasons, null,"),
    ],
    red: ["approvals/ways-round", "is not approved by whoever requested it, or set its account"],
  },
  {
    name: "accepting unmatched money needs approval",
    breaks: [edit("accept_credit.sql", "if reasons is null then", "if true then")],
    red: ["approvals/ways-round", "accept waits, and is carried out once approved"],
  },
  {
    name: "an accept that was not approved leaves the day",
    breaks: [edit("withdraw_acceptance.sql", "u.amount - ended.amount", "u.amount")],
    red: ["approvals/ways-round", "accept counts towards the day, until it is rejected or expires"],
  },
  {
    name: "a payout that was not approved leaves the day",
    breaks: [
      edit(
        "change_payout_use.sql",
        "(values (''), ('approvals'), (p.bank_code",
        "(values (''), (p.bank_code",
      ),
    ],
    red: [
      "approvals/approvals",
      "is canceled when it is rejected, and its money and its part of the day's sum are back",
    ],
  },
  {
    name: "a looser policy waits",
    breaks: [
      edit("set_approval_policy.sql", "if current.id is not null and not is_agreed then", "if false then"),
    ],
    red: [
      "approvals/policies",
      "that is looser starts after 24 hours where there is one owner, and what is tighter at once",
    ],
  },
  {
    name: "another owner agrees to a looser policy",
    breaks: [edit("set_approval_policy.sql", "proposed.set_by <> setter and", "true and")],
    red: [
      "approvals/policies",
      "that is looser starts where there are two owners once the other one sets the same",
    ],
  },
  {
    name: "a policy needs two people",
    breaks: [edit("set_approval_policy.sql", "> 0) and 2 > (", "> 0) and 0 > (")],
    red: ["approvals/policies", "needs two people who may approve"],
  },
];
