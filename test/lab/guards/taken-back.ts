import { edit, type Guard } from "./guard.ts";

/** Money that a provider takes back becomes a case, by the word of its API alone. */
export const takenBackGuards: readonly Guard[] = [
  {
    name: "what a provider denies is no case",
    breaks: [
      edit(
        "confirm-credit.ts",
        'case "pending":\n    case "not_found":',
        'case "not_found":\n      return { kind: "taken_back", theirs: "" };\n    case "pending":',
      ),
    ],
    red: ["collections/taken-back", "is no case if it failed, or the provider knows nothing of it"],
  },
  {
    name: "a dispute is of the transaction that its notice names",
    breaks: [
      edit("collection-responses.ts", ', "transaction.reference": [data.transaction.reference, sent]', ""),
    ],
    red: ["collections/taken-back", "a dispute at Paystack is a case, and again when it is resolved"],
  },
  {
    name: "a statement does not explain a case",
    breaks: [
      edit(
        "reconcile_day.sql",
        "and not (d.line_id is null and d.kind in ('reversed_there', 'refunded_there', 'disputed_there'))",
        "",
      ),
    ],
    red: ["collections/taken-back", "is a case for operators once it is confirmed, and moves nothing"],
  },
  {
    name: "what its merchant returned is a case too",
    breaks: [
      edit(
        "open_credit_case.sql",
        "elsif was_sent_back(credit) then",
        "elsif credit.status = 'refunded' then",
      ),
    ],
    red: ["collections/taken-back", "is a case where its merchant has returned it too"],
  },
  {
    name: "a case is told once",
    breaks: [edit("open_credit_case.sql", "where d.theirs <> excluded.theirs;", ";")],
    red: ["collections/taken-back", "is a case for operators once it is confirmed, and moves nothing"],
  },
];
