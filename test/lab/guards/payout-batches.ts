import { edit, type Guard } from "./guard.ts";

const hostile = "payout-batches/hostile-csv";
const body = "payout-batches/read-batch";

const rules = "payout-batches/batch-rules";
const batches = "payout-batches/payout-batches";
const retries = "payout-batches/retried-batches";

/**
 * What is read from a body or a file is what its sender meant, and no body stops the process. A batch is started once,
 * for money that is there, and each of its items is paid once, to the holder that was meant.
 */
export const payoutBatchGuards: readonly Guard[] = [
  {
    name: "a batch is started once",
    breaks: [
      edit(
        "start_payout_batch.sql",
        "when started.status <> case when p_retries",
        "when false and started.status <> case when p_retries",
      ),
    ],
    red: [rules, "happens once, however many ask for it at once"],
  },
  {
    name: "a batch needs its whole sum",
    breaks: [
      edit("reserve_payout_batch.sql", "when due.amount + due.fee > terms.balance then", "when false then"),
    ],
    red: [rules, "is refused where the balance does not cover all of it, and reserves nothing"],
  },
  {
    name: "a batch counts towards the limits of the day",
    breaks: [
      edit(
        "reserve_payout_batch.sql",
        "reached := take_batch_limits(p_batch, terms.limits, found_items.valid, due.amount);",
        "",
      ),
    ],
    red: [rules, "takes all of it from the limits of the day, in total and of each account, or nothing"],
  },
  {
    name: "names of a batch hold for a day",
    breaks: [
      edit("start_payout_batch.sql", "if recheck_stale_names(started, p_retries) then", "if false then"),
    ],
    red: [rules, "waits for names that are older than a day"],
  },
  {
    name: "one worker makes a slice",
    breaks: [edit("work_on_payout_batches.sql", " limit 1 for update skip locked", " limit 1")],
    red: [rules, "are made once, by several workers at once, also where one dies in between"],
  },
  {
    name: "a restored batch is not sent again",
    breaks: [
      edit(
        "hold_after_restore.sql",
        "perform pay_batch_slice(b, 10000) from payout_batches b",
        "perform b.id from payout_batches b",
      ),
    ],
    red: [
      rules,
      "after a restore, items of a live batch that had no payout yet are asked for at the bank, and not sent",
    ],
  },
  {
    name: "a retry pays what failed",
    breaks: [
      edit(
        "start_payout_batch.sql",
        "and p.id = i.payout_id and p.status = 'failed'",
        "and p.id = i.payout_id",
      ),
    ],
    red: [batches, "has its failed items retried, and no others"],
  },
  {
    name: "a retry leaves what a provider says it has paid",
    breaks: [edit("start_payout_batch.sql", " and not p.needs_review", "")],
    red: [retries, "does not pay an item whose provider also says that it has paid it"],
  },
  {
    name: "an item of another name is not paid",
    breaks: [
      edit("batch_name_errors.sql", "p_name_match = 'different', 'destination", "false, 'destination"),
    ],
    red: [batches, "refuses to start until names, duplicates and invalid items are allowed for"],
  },
  {
    name: "two batches at most are read at once",
    breaks: [edit("read-batch.ts", "atOnce: 2", "atOnce: 20")],
    red: [body, "waits for two others at most, and for no merchant who sends more"],
  },
  {
    name: "a batch is read in bounded memory",
    breaks: [edit("read-batch.ts", "resourceLimits: memory,", "")],
    red: [body, "is refused if it takes too much memory, and the process goes on"],
  },
  {
    name: "an amount has commas between thousands and a dot before kobo",
    breaks: [
      edit(
        "naira-text.ts",
        "(?:,\\d{3})+)(?:\\.\\d{1,2})?$/.test(text)",
        "(?:,\\d+)+)(?:\\.\\d+)?$/.test(text)",
      ),
    ],
    red: [hostile, "has its errors by row, and all other rows are read"],
  },
  {
    name: "a file's text is no formula",
    breaks: [edit("check-row.ts", "/^[=+\\-@]/", "/^[=]/")],
    red: [hostile, "has its errors by row, and all other rows are read"],
  },
  {
    name: "a row that is wider than the header has a separator within a value",
    breaks: [edit("read-csv.ts", "if (isWider || ", "if (")],
    red: [hostile, "has its errors by row, and all other rows are read"],
  },
  {
    name: "a file that was read in the wrong encoding is refused",
    breaks: [edit("read-csv.ts", "/[\\0\\ufffd]/.test(cell)", "/\\0/.test(cell)")],
    red: [hostile, "is refused for %s, with row and column"],
  },
  {
    name: "two items have no merchantReference in common",
    breaks: [edit("parse-batch.ts", "if (holder === undefined)", "if (true)")],
    red: [body, "gives a merchantReference to the first item that has it"],
  },
  {
    name: "an item has one destination",
    breaks: [
      edit("check-item.ts", "if (place !== undefined && payoutAccountId !== undefined)", "if (false)"),
    ],
    red: [body, "is accepted with items that are wrong: each has its errors"],
  },
];
