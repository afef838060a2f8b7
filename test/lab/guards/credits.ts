import { edit, type Guard } from "./guard.ts";

/** Unmatched money goes one way, once: into the balance, or back to its payer. */
export const creditGuards: readonly Guard[] = [
  {
    name: "an unmatched credit that does not wait is not accepted",
    breaks: [edit("accept_credit.sql", "when not waits_unmatched(waiting) then", "when false then")],
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
    breaks: [edit("accept_credit.sql", "perform uncount_credit(waiting);", "")],
    red: ["collections/accept-credit", "no longer counts towards the collection that it came for"],
  },
];
