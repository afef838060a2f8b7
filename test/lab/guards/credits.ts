import { edit, type Guard } from "./guard.ts";

/** Unmatched money goes one way, once: into the balance, or back to its payer. */
export const creditGuards: readonly Guard[] = [
  {
    name: "an unmatched credit that does not wait is not accepted",
    breaks: [edit("check_acceptance.sql", "when not waits_unmatched(waiting) then", "when false then")],
    red: ["collections/accept-credit", "makes a collection of it that succeeded, and can be refunded"],
  },
  {
    name: "acceptances of an unmatched credit wait for each other",
    breaks: [
      edit(
        "lock_unmatched_credit.sql",
        "p_with_collection_id) order by c.id for update;",
        "p_with_collection_id);",
      ),
      edit("lock_unmatched_credit.sql", "where cr.id = credit.id for update;", "where cr.id = credit.id;"),
    ],
    red: ["collections/accept-credit", "happens once, however many try at once, an operator too"],
  },
  {
    name: "an unmatched credit is its merchant's and environment's",
    breaks: [
      edit(
        "lock_unmatched_credit.sql",
        "where (cr.merchant_id, cr.environment, cr.reference) = (p_merchant_id, p_environment, p_reference)",
        "where cr.reference = p_reference",
      ),
    ],
    red: ["collections/accept-credit", "is refused into a collection that it doesn't complete"],
  },
  {
    name: "an accepted credit no longer helps to complete what it came for",
    breaks: [edit("carry_out_acceptance.sql", "perform uncount_credit(waiting);", "")],
    red: ["collections/accept-credit", "no longer counts towards the collection that it came for"],
  },
  {
    name: "an unmatched credit that does not wait is not returned",
    breaks: [
      edit("return_credit.sql", "when not waits_unmatched(waiting) then", "when false then"),
      edit("follow_return.sql", "elsif credit.status <> earlier then", "elsif false then"),
    ],
    red: ["collections/return-credit", "and accepting happen once, however many try at once"],
  },
  {
    name: "an unmatched credit that its provider takes back is neither accepted nor returned",
    breaks: [edit("is_taken_back.sql", "where d.credit_id = p_credit.id and", "where false and")],
    red: ["collections/return-credit", "and accepting wait for operators while its provider takes it back"],
  },
  {
    name: "no decision returns a credit twice",
    breaks: [edit("follow_return.sql", "elsif credit.status <> earlier then", "elsif false then")],
    red: [
      "collections/return-credit",
      "that a person decides to have succeeded takes what was accepted since",
    ],
  },
  {
    name: "a return is no refund of what its collection received",
    breaks: [
      edit(
        "count_refund.sql",
        "when (new.collection_id is not null and new.credit_id is null)",
        "when (new.collection_id is not null)",
      ),
    ],
    red: ["collections/return-credit", "sends all of it to the account that paid, by a refund"],
  },
  {
    name: "an unmatched credit is returned a hundred times at most",
    breaks: [edit("return_credit.sql", "when attempts >= 100 then 'too_many'", "")],
    red: ["collections/return-credit", "is refused once a hundred of it failed; it can still be accepted"],
  },
  {
    name: "what came for a collection that ends in steps is left alone meanwhile",
    breaks: [edit("waits_unmatched.sql", "and c.releasing_credit_id is not null", "and false")],
    red: [
      "collections/part-payments",
      "that expires tells of them in steps that end, and nobody has them decided meanwhile",
    ],
  },
  {
    name: "money of another currency is unmatched once its collection has ended",
    breaks: [
      edit("settle_credit.sql", "and collection.expires_at is not null then null", "and false then null"),
    ],
    red: [
      "collections/unmatched-money",
      "of another currency is told of once its collection %s, and adds nothing to the amount",
    ],
  },
  {
    name: "a return's charges come from the balance",
    breaks: [edit("reserve_refund.sql", "when terms.balance < taken then", "when false then")],
    red: ["collections/return-credit", "takes its charges from the balance, and gives them back if it fails"],
  },
];
