import { edit, without, type Guard } from "./guard.ts";

/** A refund gives a payer's money back once, and is no payout to anybody but the platform. */
export const refundGuards: readonly Guard[] = [
  {
    name: "refunds are within what was received",
    breaks: [
      edit("accept_refund.sql", "when sent > remaining or remaining = 0 then", "when false then"),
      without("collections", "refunds_are_within_what_was_received"),
    ],
    red: ["refunds/refund-races", "of fifty simultaneous ones against money for ten, ten are accepted"],
  },
  {
    name: "a decision takes no more than is left to refund",
    breaks: [without("collections", "refunds_are_within_what_was_received")],
    red: ["refunds/refund-races", "is taken again by a decision, unless another refund has it"],
  },
  {
    name: "a collection has a hundred refunds at most",
    breaks: [edit("accept_refund.sql", "when 100 <= (", "when 100000 <= (")],
    red: ["refunds/refund-refusals", "beyond a hundred of a collection, canceled ones included"],
  },
  {
    name: "a collection is refunded by its own merchant and environment",
    breaks: [
      edit(
        "accept_refund.sql",
        "where (c.merchant_id, c.environment, c.reference) = (p_merchant_id, p_environment, p_collection)",
        "where c.reference = p_collection",
      ),
    ],
    red: ["refunds/refunds-api", "is refused for what cannot be refunded"],
  },
  {
    name: "keys of refunds and of payouts never meet",
    breaks: [edit("refund_reference.sql", "placing 'rfd' from 1", "placing 'pyt' from 1")],
    red: ["refunds/refunds-api", "replays a key with its body, and refuses it with another one"],
  },
  {
    name: "a refund is not among payouts",
    breaks: [
      edit(
        "pages.ts",
        "json: payoutJson,\n    status: statusIs,\n    visible: sql.fragment`collection_id is null`",
        "json: payoutJson,\n    status: statusIs,\n    visible: anyRow",
      ),
    ],
    red: ["refunds/refunds-api", "is not a payout where payouts are shown"],
  },
  {
    name: "a refund has events of its own",
    breaks: [
      edit("payout_event.sql", "then 'payout.' else 'refund.' end", "then 'payout.' else 'payout.' end"),
    ],
    red: ["refunds/refund-races", "is free again once it failed, was reversed or canceled"],
  },
  {
    name: "a payer's account is compared by name",
    breaks: [
      edit(
        "reserve_refund.sql",
        "if is_same_holder(terms.enquired_name, account.account_name) then",
        "if true then",
      ),
    ],
    red: ["refunds/refunds-api", "of another holder"],
  },
  {
    name: "a refund whose destination a restore forgot is never sent",
    breaks: [edit("may_send_payout.sql", "and p_payout.bank_code is not null", "")],
    red: ["operations/after-restore", "polls a refund that needed a destination, and never sends it"],
  },
];
