import { edit, type Guard } from "./guard.ts";

const hostile = "payout-batches/hostile-csv";
const body = "payout-batches/read-batch";

/** What is read from a body or a file is what its sender meant, and no body stops the process. */
export const payoutBatchGuards: readonly Guard[] = [
  {
    name: "two batches at most are read at once",
    breaks: [edit("read-batch.ts", "if (reading >= MOST_AT_ONCE)", "if (false)")],
    red: [body, "waits for no others: a third at once is refused, and later read"],
  },
  {
    name: "a batch is read in bounded memory",
    breaks: [edit("read-batch.ts", "resourceLimits: MEMORY,", "")],
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
