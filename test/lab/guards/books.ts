import { edit, type Guard } from "./guard.ts";

/** What merchants see of their money adds up and is theirs; taxes and charges are owed, refunded and remitted once. */
export const bookGuards: readonly Guard[] = [
  {
    name: "entries are numbered under the lock of the account",
    breaks: [edit("post_journals.sql", "a.last_sequence + change.entries", "a.last_sequence")],
    red: [
      "books/sequence",
      "payouts at once are numbered without a gap, and one that is refused leaves none",
    ],
  },
  {
    name: "an entry is not older than the one before it",
    breaks: [
      edit(
        "post_journals.sql",
        "select max(b.last_moved_at) from ledger_accounts b",
        "select max(null::timestamptz) from ledger_accounts b",
      ),
    ],
    red: ["books/sequence", "an entry is never older than the one before it, whatever the clock says"],
  },
  {
    name: "a statement waits for movements under way",
    breaks: [edit("present_books.sql", "order by a.id for share", "order by a.id")],
    red: ["books/statements", "waits for movements under way, whose time is before its own"],
  },
  {
    name: "a statement leaves out sums of what was booked after it",
    breaks: [edit("statement_json.sql", "if summed > p_last_journal_id then", "if false then")],
    red: ["books/statements", "is of its moment, whatever was booked and summed since"],
  },
  {
    name: "a balance transaction is shown to its merchant alone",
    breaks: [
      edit(
        "show_balance_transaction.sql",
        "(a.merchant_id, a.environment, a.kind) = (p_merchant_id, p_environment, 'available')",
        "a.kind = 'available'",
      ),
    ],
    red: ["books/balance-transactions", "test and live money, and another merchant's, are in other books"],
  },
  {
    name: "entries of one call are numbered one by one",
    breaks: [edit("post_journals.sql", "a.last_sequence - count(*) over following", "a.last_sequence")],
    red: ["books/sequence", "payouts of one call are numbered one by one, without those that it refuses"],
  },
  {
    name: "sums of days are made by one at a time",
    breaks: [
      edit(
        "sum_balance_days.sql",
        "if not pg_try_advisory_xact_lock(hashtext('sum_balance_days')) then",
        "if false then",
      ),
    ],
    red: ["books/statements", "sums are made in batches, of every account, and once by many at a time"],
  },
  {
    name: "balances at a moment are the merchant's",
    breaks: [
      edit("balances_at.sql", "where a.merchant_id = p_merchant_id and a.environment", "where a.environment"),
    ],
    red: ["books/statements-api", "shows the balances before a moment, which must have come"],
  },
  {
    name: "balances at a moment are the environment's",
    breaks: [edit("balances_at.sql", "and a.environment = p_environment\n", "\n")],
    red: ["books/statements-api", "shows the balances before a moment, which must have come"],
  },
  {
    name: "there is no balance at a moment to come",
    breaks: [edit("balances_at.sql", "if p_at > books.present then", "if false then")],
    red: ["books/statements-api", "shows the balances before a moment, which must have come"],
  },
  {
    name: "the days of a balance are the merchant's",
    breaks: [
      edit(
        "balance_days_json.sql",
        "(a.merchant_id, a.environment, a.kind) = (p_merchant_id, p_environment, 'available')",
        "(a.environment, a.kind) = (p_environment, 'available')",
      ),
    ],
    red: ["books/balance-days", "are sums of its movements, by kind or of all, and no other merchant's"],
  },
  {
    name: "the days of a balance are the environment's",
    breaks: [
      edit(
        "balance_days_json.sql",
        "(a.merchant_id, a.environment, a.kind) = (p_merchant_id, p_environment, 'available')",
        "(a.merchant_id, a.kind) = (p_merchant_id, 'available')",
      ),
    ],
    red: ["books/balance-days", "are sums of its movements, by kind or of all, and no other merchant's"],
  },
  ...["list-balance-transactions.ts", "get-balance-transaction.ts", "get-statement.ts"].map(
    (file): Guard => ({
      name: `the books need a scope of their own: ${file}`,
      breaks: [edit(file, 'scope: "books:read"', 'scope: "balances:read"')],
      red: ["books/statements-api", "needs the scope books:read, and a key that is still valid"],
    }),
  ),
  {
    name: "statements are for finance people and owners",
    breaks: [
      edit("shared-routes.ts", "forPeople(routes.getStatement, pay)", "forPeople(routes.getStatement, read)"),
    ],
    red: ["books/statements-api", "is for finance people and owners; movements are for all members"],
  },
  {
    name: "a link to a file names the business that it is of",
    breaks: [
      edit(
        "require-permission.ts",
        "request.get(PAGES_MERCHANT) ?? request.query[PAGES_MERCHANT]",
        "request.get(PAGES_MERCHANT)",
      ),
    ],
    red: ["books/statements-api", "a link to the file of one business gives no file of another"],
  },
  {
    name: "a file ends with the rights of its reader",
    breaks: [edit("list-route.ts", "      await requireRights();\n", "")],
    red: ["books/statement-rights", "a statement's file ends with the rights of its reader"],
  },
  {
    name: "a cell of a file is no formula",
    breaks: [edit("csv-line.ts", "/^[=+\\-@\\t\\r]/.test(cell) ? `'${cell}` : cell", "cell")],
    red: ["books/statements-api", "no cell of a CSV file is a formula, or ends its line"],
  },
  {
    name: "a payout owes no tax before it is settled",
    breaks: [
      edit(
        "payout_decision.sql",
        "p_payout.amount + p_payout.fee, -p_payout.amount - p_payout.fee, 0, 0)",
        "p_payout.amount, -p_payout.amount - p_payout.fee, 0, 1)",
      ),
    ],
    red: ["charges/operators", "a month's report has each tax by merchant, less refunds"],
  },
  {
    name: "an exemption that was withdrawn spares nothing",
    breaks: [edit("charges_of.sql", "coalesce(p_has_exemptions and p_purpose", "coalesce(p_purpose")],
    red: ["charges/charges-of", "a salary owes no stamp duty, unless the merchant has lost its exemption"],
  },
  {
    name: "an exemption is withdrawn from one merchant",
    breaks: [
      edit(
        "set_exemptions.sql",
        "has_exemptions = p_has_exemptions where m.id = p_merchant_id",
        "has_exemptions = p_has_exemptions",
      ),
    ],
    red: ["charges/operators", "a merchant whose exemptions are withdrawn pays stamp duty for salaries"],
  },
  {
    name: "a charge is not set for the past",
    breaks: [edit("set_charge.sql", "if p_starts_on <= lagos_day(now()) then", "if false then")],
    red: ["charges/operators", "refuses a day that has begun, and what a charge cannot be"],
  },
  {
    name: "charges are refunded once",
    breaks: [
      edit(
        "refund_charges.sql",
        "elsif exists (select from charge_refunds r where r.payout_id = payout.id) then",
        "elsif false then",
      ),
    ],
    red: ["charges/operators", "a month's report has each tax by merchant, less refunds"],
  },
  {
    name: "refunds of a payout's charges wait for each other",
    breaks: [
      edit(
        "refund_charges.sql",
        "where p.reference = p_reference for update;",
        "where p.reference = p_reference;",
      ),
    ],
    red: ["charges/at-once", "a refund waits for another one of the same payout, and is then refused"],
  },
  {
    name: "charges are refunded of reversed live payouts",
    breaks: [
      edit(
        "refund_charges.sql",
        "elsif payout.status <> 'reversed' or payout.environment <> 'live' then",
        "elsif false then",
      ),
    ],
    red: [
      "charges/operators",
      "charges are refunded of reversed live payouts only, and taken again if that is undone",
    ],
  },
  {
    name: "no more tax is remitted than is owed",
    breaks: [edit("remit_tax.sql", "elsif p_amount < 1 or p_amount > owed then", "elsif p_amount < 1 then")],
    red: ["charges/operators", "a month's report has each tax by merchant, less refunds"],
  },
  {
    name: "remittances of tax wait for each other",
    breaks: [edit("remit_tax.sql", "perform pg_advisory_xact_lock(hashtextextended('remit_tax', 0));", "")],
    red: ["charges/at-once", "a remittance waits for another one, and finds what is still owed"],
  },
  {
    name: "a tax is remitted once for each reference",
    breaks: [edit("remit_tax.sql", "if booked.reference is not null then", "if false then")],
    red: ["charges/operators", "a month's report has each tax by merchant, less refunds"],
  },
  {
    name: "stamp duty is in a provider's fee where an operator said so",
    breaks: [
      edit(
        "finish_statement.sql",
        "and g.name = l.gateway and g.charges_stamp_duty\n",
        "and g.name = l.gateway\n",
      ),
    ],
    red: [
      "charges/provider-taxes",
      "stamp duty that a provider charges is booked once as paid, and only where an operator said so",
    ],
  },
  {
    name: "stamp duty in a provider's fees is booked once for a payout",
    breaks: [edit("finish_statement.sql", "and o.kind = 'transfer' and o.id < l.id", "and false")],
    red: [
      "charges/provider-taxes",
      "stamp duty that a provider charges is booked once as paid, and only where an operator said so",
    ],
  },
];
