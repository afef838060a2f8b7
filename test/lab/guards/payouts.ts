import { edit, without, type Guard } from "./guard.ts";

/** A payout is accepted within balance and limits, sent once, and ends once. */
export const payoutGuards: readonly Guard[] = [
  {
    name: "two payouts of one batch don't get one merchantReference",
    breaks: [
      edit("accept_payouts.sql", " or request.scoped_reference = any (own_references) then", " then"),
      { sql: "drop index payouts_by_merchant_reference" },
    ],
    red: ["http/merchant-references", "that two payouts of one batch have goes to the first"],
  },
  {
    name: "a payout's merchantReference is looked up before it is made",
    breaks: [
      edit("accept_payouts.sql", "when request.is_reference_used or request.", "when request."),
      { sql: "drop index payouts_by_merchant_reference" },
    ],
    red: ["http/merchant-references", "is shown with the metadata, found exactly, and given once"],
  },
  {
    name: "a payout is covered by the balance",
    breaks: [
      edit("accept_payouts.sql", "when left_over < 0 then", "when false then"),
      without("ledger_accounts", "merchant_balance_is_not_negative"),
      without("ledger_entries", "ledger_entry_balance_is_not_negative"),
    ],
    red: ["payouts/accept-payouts", "of fifty simultaneous payouts against money for ten, ten are accepted"],
  },
  {
    name: "a balance is locked while payouts are decided",
    breaks: [
      edit("lock_balances.sql", "order by a.id for update;", "order by a.id;"),
      // All of them read the balance before one writes.
      edit(
        "accept_payouts.sql",
        "perform reserve_payouts(",
        "perform pg_sleep(0.2);\n  perform reserve_payouts(",
      ),
    ],
    red: ["payouts/accept-payouts", "of fifty simultaneous payouts against money for ten, ten are accepted"],
  },
  {
    name: "a key is looked up before a payout is made",
    breaks: [
      edit(
        "accept_payouts.sql",
        "select p.request_hash from payouts p",
        "select null::bytea as request_hash from payouts p",
      ),
    ],
    red: [
      "payouts/accept-payouts",
      "of fifty simultaneous requests with one key, one makes the payout and all get it",
    ],
  },
  {
    name: "a key used with another body is a conflict",
    breaks: [
      edit(
        "accept_payouts.sql",
        "when request.earlier_hash is not null or bodies ? request.reference then 'key_conflict'",
        "when request.earlier_hash is not null or bodies ? request.reference then 'replayed'",
      ),
    ],
    red: [
      "payouts/payouts-api",
      "the same key with any other value gets 409 and does not change the original",
    ],
  },
  {
    name: "a key belongs to one environment",
    breaks: [
      edit(
        "accept_payouts.sql",
        `payout_reference(t.merchant, r.environment, r."idempotencyKey")`,
        `payout_reference(t.merchant, 'test', r."idempotencyKey")`,
      ),
    ],
    red: ["merchants/tenancy-api", "one idempotency key makes a payout for each merchant and environment"],
  },
  {
    name: "the reference of a payout is made from its key",
    breaks: [
      edit(
        "accept_payouts.sql",
        `payout_reference(t.merchant, r.environment, r."idempotencyKey")`,
        "new_reference('pyt')",
      ),
    ],
    red: [
      "payouts/payout-reference",
      "is the same for a key that the database has forgotten, so the bank pays once",
    ],
  },
  {
    name: "the account's name is the bank's",
    breaks: [
      edit(
        "accept_payouts.sql",
        "when not request.is_saved and request.enquired_name <> request.account_name then 'name_mismatch'",
        "when false then 'name_mismatch'",
      ),
    ],
    red: ["payouts/payouts-api", "a name other than the bank's is refused and nothing is held"],
  },
  {
    name: "a name enquiry is the merchant's own",
    breaks: [
      edit(
        "payout_terms.sql",
        "= (p_merchant_id, p_environment, p_bank_code, p_account_number)",
        "= (n.merchant_id, p_environment, p_bank_code, p_account_number)",
      ),
    ],
    red: ["payouts/accept-payouts", "uses a name enquiry at most ten minutes old, of this merchant only"],
  },
  {
    name: "a name enquiry is ten minutes old at most",
    breaks: [edit("payout_terms.sql", "interval '10 minutes'", "interval '10 hours'")],
    red: ["payouts/accept-payouts", "uses a name enquiry at most ten minutes old, of this merchant only"],
  },
  {
    name: "a quote names only a holder whom the merchant asked for",
    breaks: [
      edit(
        "payout_terms.sql",
        "= (p_merchant_id, p_environment, p_bank_code, p_account_number)",
        "= (n.merchant_id, p_environment, p_bank_code, p_account_number)",
      ),
    ],
    red: ["charges/payout-quote", "names the holder where this merchant asked the bank"],
  },
  {
    name: "the limit of one payout",
    breaks: [edit("accept_payouts.sql", "when request.amount > request.payout_max then", "when false then")],
    red: ["payouts/payouts-api", "an amount above the merchant's limit is refused, after the balance"],
  },
  {
    name: "the limit of a day",
    breaks: [edit("payout_limits_left.sql", "l.used + l.wanted <= l.most", "l.wanted <= l.most")],
    red: [
      "payouts/payout-limits",
      "for ten lets ten of fifty payouts through that come at once, and of one call",
    ],
  },
  {
    name: "frozen payouts are not accepted",
    breaks: [edit("accept_payouts.sql", "when request.is_frozen then", "when false then")],
    red: ["operations/freeze-payouts", "merchant get 409 PAYOUTS_FROZEN, and the key stays free for later"],
  },
  {
    name: "a listed destination is not paid",
    breaks: [edit("accept_payouts.sql", "when request.is_blocked then", "when false then")],
    red: ["operations/held-payouts", "is refused with 400, a replay gets its payout, and the key stays free"],
  },
  {
    name: "a saved account belongs to its merchant",
    breaks: [
      edit(
        "payout_destinations.sql",
        `p.reference = r."payoutAccountId"
          and p.merchant_id = r."merchantId" and p.environment = r.environment`,
        `p.reference = r."payoutAccountId"`,
      ),
    ],
    red: ["payouts/payout-accounts", "never goes to another tenant's account, nor to its default"],
  },
  {
    name: "an accepted payout has its job",
    breaks: [edit("reserve_payouts.sql", "where p.id = any (payout_ids) group by", "where false group by")],
    red: ["payouts/payouts-api", "reserves the money, queues one job and returns the payout"],
  },
  {
    name: "a payout is claimed by its state",
    breaks: [
      edit(
        "claim_payouts.sql",
        "where q.id = any (free) and q.status = 'pending'",
        "where q.id = any (free) and q.status in ('pending', 'processing')",
      ),
    ],
    red: ["payouts/payout-lifecycle", "is claimed once, however many workers try"],
  },
  {
    name: "a held payout is not claimed",
    breaks: [
      edit(
        "claim_payouts.sql",
        "and q.status = 'pending' and q.held_since is null",
        "and q.status = 'pending'",
      ),
    ],
    red: ["operations/freeze-payouts", "are refused, those accepted before wait, and go on once released"],
  },
  {
    name: "a freeze waits for the claims that began before it",
    breaks: [
      edit(
        "lock_payout_freezes.sql",
        "perform pg_advisory_xact_lock_shared(hashtext('payout_freezes'));",
        "",
      ),
    ],
    red: [
      "operations/freeze-payouts",
      "leave nothing for a later claim: the freeze commits at once, then waits and counts what was claimed",
    ],
  },
  {
    name: "a payout to a listed account is held when it is claimed",
    breaks: [edit("claim_payouts.sql", "held := held || hold_blocked_payouts(free);", "null;")],
    red: [
      "operations/held-payouts",
      "gets no new payout, and what was accepted before waits until a person releases or refuses it",
    ],
  },
  {
    name: "a live payout waits for a worker with a gateway",
    breaks: [edit("claim_payouts.sql", " and (p.environment = 'test' or c.gateway is not null)", "")],
    red: [
      "payouts/live-payouts",
      "waits for a worker with a gateway where this one has none, and never goes to the sandbox",
    ],
  },
  {
    name: "the fence of a result",
    breaks: [edit("finish_payouts.sql", "when is_old then 'stale'", "when false then 'stale'")],
    red: ["payouts/payout-lifecycle", "the write of a worker with an old claim changes nothing"],
  },
  {
    name: "a payout ends by its state",
    breaks: [
      edit(
        "finish_payouts.sql",
        "('processing', 'succeeded'), ('processing', 'failed'), ('succeeded', 'reversed')",
        "('processing', 'succeeded'), ('processing', 'failed'), ('succeeded', 'reversed'), ('failed', 'succeeded')",
      ),
    ],
    red: [
      "payouts/payout-lifecycle",
      "that failed and is then reported as succeeded moves no money and is marked for review",
    ],
  },
  {
    name: "the end of a payout is an event",
    breaks: [edit("finish_payouts.sql", "from unnest(ended) p)", "from unnest(ended) p where false)")],
    red: [
      "payouts/payout-lifecycle",
      "that succeeds moves the reserve to the gateway and the fees, with one event",
    ],
  },
  {
    name: "a payout is canceled by its own merchant and environment",
    breaks: [
      edit(
        "cancel_payout.sql",
        `where (p.merchant_id, p.environment, p.reference)
    = (p_merchant_id, p_environment, p_reference)`,
        "where p.reference = p_reference",
      ),
    ],
    red: ["payouts/payout-lifecycle", "is canceled by its own merchant in its own environment only"],
  },
  {
    name: "only a pending payout is canceled",
    breaks: [
      edit(
        "cancel_payout.sql",
        "if target.status not in ('needs_destination', 'awaiting_approval', 'pending') or exists (",
        "if exists (",
      ),
    ],
    red: ["payouts/payout-lifecycle", "of canceling and claiming at once, one wins"],
  },
  {
    name: "a confirmation is claimed when it is due",
    breaks: [
      edit(
        "claim_payout_confirmation.sql",
        "and next_confirmation_at <= business_now(merchant_id, environment)",
        "and next_confirmation_at is not null",
      ),
    ],
    red: ["payouts/later-poll", "can be claimed only when it is due"],
  },
  {
    name: "an unknown response is not taken for not found",
    breaks: [
      edit(
        "confirm-payout.ts",
        'if (result.kind === "not_found") return actOnNotFound',
        'if (result.kind === "not_found" || result.kind === "unknown") return actOnNotFound',
      ),
    ],
    red: ["payouts/transfer-results", "a confirmation that fails neither sends again nor refunds"],
  },
  {
    name: "nothing is sent again where the provider may carry it out twice",
    breaks: [edit("confirm-payout.ts", "gateway.dedupesByReference || refusedFor !== null", "true")],
    red: ["payouts/transfer-results", "not found, from a bank that does not deduplicate: never sent again"],
  },
  {
    name: "not found counts only after the provider's time",
    breaks: [edit("confirm-payout.ts", "if (countsInMs > 0) {", "if (countsInMs > Infinity) {")],
    red: [
      "payouts/live-payouts",
      "that Paystack does not know at first is sent again only after ten minutes of not found",
    ],
  },
  {
    name: "a frozen payout is not sent again",
    breaks: [edit("claim_payout_resend.sql", "or not may_send_payout(payout)", "")],
    red: [
      "payouts/transfer-results",
      "not found, while payouts are frozen: sent again only once they are released",
    ],
  },
  {
    name: "the fence of a call that may pay twice",
    breaks: [edit("start_payout_calls.sql", "and p.id = c.id and p.fence = c.fence", "and p.id = c.id")],
    red: [
      "payouts/payout-calls",
      "counts as not sent until its worker writes that it calls, which only the newest claim may",
    ],
  },
  {
    name: "the fence of the way to another gateway",
    breaks: [
      edit(
        "reroute_payout.sql",
        "if payout.fence is distinct from p_fence or payout.status",
        "if payout.status",
      ),
    ],
    red: ["payouts/refused-payouts", "of two workers one claims it"],
  },
  {
    name: "a payout does not fail while a gateway that refused it may have it",
    breaks: [
      edit(
        "record-transfer-result.ts",
        "givesBack && (await acceptedDespiteRefusal",
        "false && (await acceptedDespiteRefusal",
      ),
    ],
    red: [
      "payouts/refused-payouts",
      "does not fail where a provider that refused it pays it later: a person decides",
    ],
  },
  {
    name: "money that went elsewhere stops the gateway for that bank",
    breaks: [edit("compare-destination.ts", 'payout.environment === "test" ||', "true ||")],
    red: [
      "payouts/other-destinations",
      "is recorded as it is, and stops the gateway for that bank until an operator has looked",
    ],
  },
  {
    name: "a broken connection is unknown, not failed",
    breaks: [
      edit(
        "call-provider.ts",
        "if (status < 200 || status > 299) return unknownStatus(response);",
        'if (status < 200 || status > 299) return { kind: "not_found" };',
      ),
    ],
    red: ["gateways/http-gateway", "in response is unknown"],
  },
  {
    name: "a person decides only what needs it",
    breaks: [
      edit("decide_payout.sql", "when not decided.needs_review or decided.status", "when decided.status"),
    ],
    red: [
      "payouts/decide-payout",
      "is told from one that needs none: nothing is decided, and no reference is made up",
    ],
  },
  {
    name: "a decision locks its payout",
    breaks: [
      edit(
        "decide_payout.sql",
        "from payouts p where p.reference = p_reference for update;",
        "from payouts p where p.reference = p_reference;",
      ),
      edit(
        "decide_payout.sql",
        "  present := business_now(",
        "  perform pg_sleep(0.2);\n  present := business_now(",
      ),
      without("ledger_journals", "ledger_journal_is_posted_once"),
      without("ledger_accounts", "merchant_balance_is_not_negative"),
      without("ledger_entries", "ledger_entry_balance_is_not_negative"),
    ],
    red: ["payouts/decide-payout", "is decided once by many at once"],
  },
];
