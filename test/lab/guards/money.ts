import { edit, without, type Guard } from "./guard.ts";

/** The ledger balances; incoming money is booked once, for its owner, in full. */
export const moneyGuards: readonly Guard[] = [
  {
    name: "a movement sums to zero",
    breaks: [
      edit("post_journals.sql", "+ coalesce(m.suspense, 0) <> 0", "+ coalesce(m.suspense, 0) <> 0 and false"),
      edit("refuse_unbalanced_journals.sql", "having sum(amount) <> 0", "having false"),
    ],
    red: ["ledger/ledger", "refuses a movement that does not sum to zero, and writes nothing of its batch"],
  },
  {
    name: "entries that were written past the function sum to zero",
    breaks: [edit("refuse_unbalanced_journals.sql", "having sum(amount) <> 0", "having false")],
    red: ["ledger/ledger", "refuses unbalanced entries that were not written by its function"],
  },
  {
    name: "the ledger is append-only",
    breaks: [
      edit(
        "refuse_changes.sql",
        "raise exception '% is append-only', tg_table_name using errcode = 'PB003';",
        "return null;",
      ),
    ],
    red: ["ledger/ledger", "of what was recorded is refused"],
  },
  {
    name: "no balance goes below zero",
    breaks: [
      without("ledger_accounts", "merchant_balance_is_not_negative"),
      without("ledger_entries", "ledger_entry_balance_is_not_negative"),
    ],
    red: ["ledger/ledger", "no balance goes below zero, and the named check is what refuses it"],
  },
  {
    name: "a movement is posted once",
    breaks: [without("ledger_journals", "ledger_journal_is_posted_once")],
    red: ["ledger/ledger", "a movement of the same kind and subject happens once"],
  },
  {
    name: "an entry is of its journal's environment and currency",
    breaks: [without("ledger_entries", "ledger_entry_fits_journal")],
    red: ["ledger/ledger", "an entry of another currency or environment than its journal's is refused"],
  },
  {
    name: "the proof of the ledger adds up entries",
    breaks: [
      edit("ledger_discrepancies.sql", "a.balance - coalesce(sum(e.amount), 0) as missing", "0 as missing"),
    ],
    red: ["ledger/ledger", "the control view reports a missing kobo"],
  },
  {
    name: "no more is moved out of a float than it holds",
    breaks: [edit("move_float.sql", "elsif p_reverses is null and has < p_amount then", "elsif false then")],
    red: [
      "ledger/float-moves",
      "cannot move more out of a float than it has by our books, also by many moves at once",
    ],
  },
  {
    name: "a move of a float is taken back once",
    breaks: [
      edit(
        "move_float.sql",
        "if exists (select from float_moves m where m.reverses = p_reverses) then",
        "if false then",
      ),
    ],
    red: ["ledger/float-moves", "takes a mistaken top-up back once, also where the float has less"],
  },
  {
    name: "money in suspense is released once",
    breaks: [
      edit(
        "resolve_suspended_credit.sql",
        "if credit.status is distinct from 'suspended' then",
        "if false then",
      ),
    ],
    red: ["ledger/suspense", "releases money in suspense to its merchant, once"],
  },
  {
    name: "a transaction of the provider is recorded once",
    breaks: [
      edit(
        "record_credit.sql",
        "p_recipient, p_provider_reference, p_amount,\n    p_currency",
        "p_recipient, p_provider_reference || random(), p_amount,\n    p_currency",
      ),
    ],
    red: [
      "collections/settlement",
      "is recorded once, however often and at the same time the provider reports it",
    ],
  },
  {
    name: "a credit settles once",
    breaks: [edit("settle_credit.sql", "if credit.status <> 'received' then", "if false then")],
    red: [
      "collections/settlement",
      "of the expected amount settles the collection once, however often it is settled",
    ],
  },
  {
    name: "a collection is settled by its whole amount",
    breaks: [
      edit(
        "settle_credit.sql",
        "when is_in_time then received >= collection.amount",
        "when is_in_time then true",
      ),
    ],
    red: [
      "collections/settlement",
      "that is short makes the collection underpaid, waits in suspense, and is completed by a top-up",
    ],
  },
  {
    name: "late money settles only the exact amount",
    breaks: [
      edit(
        "settle_credit.sql",
        "else received = collection.amount and",
        "else received >= collection.amount and",
      ),
    ],
    red: ["collections/late-credits", "after expiry does not settle when it is too much, or a day late"],
  },
  {
    name: "money after success waits in suspense",
    breaks: [
      edit(
        "settle_credit.sql",
        "    and collection.status not in ('succeeded', 'failed')",
        "    and collection.status <> 'failed'",
      ),
    ],
    red: ["collections/settlement", "after success waits in suspense and changes nothing else"],
  },
  {
    name: "an unconfirmed payment is not credited",
    breaks: [
      edit("record_credit.sql", "case when p_confirmed then 'received' else 'confirming' end", "'received'"),
    ],
    red: [
      "collections/crypto-provisioning",
      "is not credited while unconfirmed, and once when confirmed, however often that is reported",
    ],
  },
  {
    name: "live money never reaches a test account",
    breaks: [
      edit("find_paid_collection.sql", "where c.environment = p_environment and (", "where ("),
      edit(
        "find_paid_collection.sql",
        "where v.environment = p_environment and v.reference = p_recipient",
        "where v.reference = p_recipient",
      ),
    ],
    red: ["collections/settlement", "that a provider reports for live never reaches a test account"],
  },
  {
    name: "money for an account at another provider is not booked",
    breaks: [
      edit(
        "record_credit.sql",
        "    and v.provisioned_through <> coalesce(p_through, 'http')",
        "    and false",
      ),
    ],
    red: [
      "collections/money-through-gateways",
      "of http's for an account that another gateway opened is kept for operators, and not booked a second time",
    ],
  },
  {
    name: "a report that contradicts an earlier one books nothing and is kept",
    breaks: [
      edit(
        "record_credit.sql",
        "if p_recipient <> credit.recipient\n",
        "if false and p_recipient <> credit.recipient\n",
      ),
    ],
    red: [
      "collections/credit-discrepancies",
      "of another amount or recipient is kept for an operator, and books nothing",
    ],
  },
  {
    name: "a one-time link is paid once",
    breaks: [
      edit("settle_credit.sql", "is_paid_otherwise := coalesce(link.status = 'paid', false);", "null;"),
    ],
    red: [
      "payment-links/payment-links",
      "that is one-time and paid from eight attempts at the same instant succeeds once",
    ],
  },
  ...["collections", "identity_checks", "payment_links", "payout_accounts", "virtual_accounts"].map(
    (table): Guard => ({
      name: `a merchantReference is given once in ${table}`,
      breaks: [{ sql: `drop index ${table}_by_merchant_reference` }],
      red: [
        "http/merchant-references",
        "sent by twelve requests at once, through two processes, is given to one",
      ],
    }),
  ),
  {
    name: "a virtual account does not take a collection's merchantReference",
    breaks: [
      edit(
        "request_virtual_account.sql",
        "raise unique_violation",
        "return account_id; raise unique_violation",
      ),
    ],
    red: ["http/merchant-references", "of a virtual account is that of its first collection"],
  },
  {
    name: "one active account has an account number",
    breaks: [{ sql: "drop index virtual_account_number_is_active_once" }],
    red: [
      "collections/account-number-in-use",
      "a number that another active account has is requested three times, and then refused with an alert",
    ],
  },
  {
    name: "a further collection is not opened on another merchant's account",
    breaks: [
      edit(
        "open_collection.sql",
        `where (v.merchant_id, v.environment, v.reference)
      = (p_merchant_id, p_environment, p_reference)`,
        "where v.reference = p_reference",
      ),
    ],
    red: ["collections/virtual-accounts", "is not opened on another tenant's account"],
  },
  {
    name: "an account does not expire before money that came in time is settled",
    breaks: [
      edit(
        "expire_virtual_account.sql",
        "and cr.status = 'received' and cr.received_at <= v.expires_at",
        "and false",
      ),
    ],
    red: [
      "collections/virtual-accounts",
      "whose payer paid in time does not expire before the credit is settled, however late the sweep",
    ],
  },
  {
    name: "a simulation is the account's own merchant's",
    breaks: [
      edit(
        "simulate_collection_success.sql",
        "where v.reference = p_reference and v.merchant_id = p_merchant_id and v.environment = 'test'",
        "where v.reference = p_reference and v.environment = 'test'",
      ),
    ],
    red: [
      "collections/simulated-credits",
      "is simulated by the account's own merchant only, and for test accounts only",
    ],
  },
  {
    name: "a simulation is for test accounts",
    breaks: [
      edit(
        "simulate_collection_success.sql",
        "where v.reference = p_reference and v.merchant_id = p_merchant_id and v.environment = 'test'",
        "where v.reference = p_reference and v.merchant_id = p_merchant_id",
      ),
    ],
    red: [
      "collections/simulated-credits",
      "is simulated by the account's own merchant only, and for test accounts only",
    ],
  },
  {
    name: "who is not approved collects no live money",
    breaks: [edit("may_collect.sql", "and m.kyb_status = 'approved'", "")],
    red: ["checkout/approval", "takes no live payment through its links; its test links go on"],
  },
  {
    name: "the price of a link is the link's",
    breaks: [
      edit(
        "start_checkout_session.sql",
        "case when link.amount_type = 'fixed' then link.amount else p_amount end",
        "coalesce(p_amount, link.amount)",
      ),
    ],
    red: ["checkout/session-api", "costs the link's amount, even if the payer sends another"],
  },
  {
    name: "an open link takes amounts within its limits",
    breaks: [
      edit(
        "start_checkout_session.sql",
        "when due < least_due or due > link.max_amount then",
        "when false then",
      ),
    ],
    red: ["checkout/session-api", "of an open link costs the amount the payer enters, within its limits"],
  },
  {
    name: "a live link is not paid by a simulation",
    breaks: [
      edit("simulate_checkout_transfer.sql", "\n    and v.environment = 'test'", ""),
      edit(
        "simulate_collection_success.sql",
        "where v.reference = p_reference and v.merchant_id = p_merchant_id and v.environment = 'test'",
        "where v.reference = p_reference and v.merchant_id = p_merchant_id",
      ),
    ],
    red: ["checkout/sessions", "of a live link cannot be paid by simulation"],
  },
  {
    name: "one network opens 250 sessions at most",
    breaks: [
      edit("checkout_capacity.sql", ">= 250 * share then 'network_full'", ">= 100000 then 'network_full'"),
    ],
    red: [
      "checkout/session-caps",
      "of one network are at most 250 at a merchant, also if they start at once",
    ],
  },
  {
    name: "a statement is imported once",
    breaks: [
      edit(
        "begin_statement.sql",
        "p_gateway, p_file_hash, p_from",
        "p_gateway, sha256(p_file_hash || random()::text::bytea), p_from",
      ),
    ],
    red: [
      "reconciliation/statement-import",
      "is imported once, with exact amounts and the day in Nigeria, and the log says who did it",
    ],
  },
  {
    name: "an identity check is paid for once",
    breaks: [
      edit(
        "request_identity_check.sql",
        "cost := case when record.is_charged then 0 else",
        "cost := case when false then 0 else",
      ),
    ],
    red: [
      "identity/identity-checks",
      "is from cache for 180 days when found and 24 hours when not, and is never charged again",
    ],
  },
  {
    name: "an identity check is covered by the balance",
    breaks: [edit("request_identity_check.sql", "if available < cost then", "if false then")],
    red: [
      "identity/identity-checks",
      "costs what the fee table says, and is refused without effect when the balance is a kobo short",
    ],
  },
  {
    name: "an identity check is completed once",
    breaks: [edit("complete_identity_record.sql", "if record.status <> 'pending' then", "if false then")],
    red: [
      "identity/identity-checks",
      "is completed once: a late result of the provider, or of another worker, changes nothing",
    ],
  },
  {
    name: "identical checks at once are one lookup",
    breaks: [
      edit(
        "request_identity_check.sql",
        "perform pg_advisory_xact_lock(hashtextextended(min(encode(hash, 'hex')), 0)) from unnest(p_identifier_hashes) hash;",
        "",
      ),
    ],
    red: [
      "identity/identity-checks",
      "requested ten times at once is one lookup and one fee, and all complete",
    ],
  },
  {
    name: "phones are guessed five times",
    breaks: [edit("identity_limit_ends.sql", "when p_record.mismatched_at[5] is not null", "when false")],
    red: [
      "identity/identity-guesses",
      "are five in 24 hours; then only a phone that matched before is answered, until the first is a day old",
    ],
  },
];
