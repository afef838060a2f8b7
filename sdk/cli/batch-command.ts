import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { format, type Schemas } from "../node/index.ts";
import { keyFileOption, type Connect } from "./connect.ts";
import { UsageError } from "./errors.ts";
import { persist } from "./listen/follow.ts";
import { print, printJson, printTable } from "./print.ts";

const POLL_MS = 500;
/** A batch that is just being created is waited for, so that it can be canceled: nobody else knows of it. */
const CREATE_MS = 60_000;
const CANCEL_MS = 10_000;

type Flags = { json?: true; keep?: true; live?: true; keyFile?: string };

/** Adds `batch validate`: what is wrong with a file of payouts, without paying any. */
export function addBatch(program: Command, connect: Connect): void {
  program
    .command("batch")
    .description("validate")
    .command("validate")
    .description("Check a file of payouts, and ask the banks for the accounts' names. Nothing is paid.")
    .argument("<file>", "a CSV file with columns amount, bank, account_number, account_name")
    .option("--keep", "keep the batch, to start it with payments payout-batches start")
    .option("--live", "needed with a live key, because real banks are asked")
    .option("--json", "print JSON: the batch, and its invalid items")
    .addOption(keyFileOption())
    .addHelpText(
      "after",
      "\nExamples:\n  $ payments batch validate salaries.csv\n  $ payments batch validate salaries.csv --keep",
    )
    .action(async (file: string, { json, keep, live, keyFile }: Flags) => {
      const csv = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(`${file} cannot be read (${error.code}).`);
      });
      const { service, isLive, signal } = await connect(keyFile);
      if (isLive && !live)
        throw new UsageError(
          "This key is for live mode, where real banks are asked. Add --live if you mean it.",
        );
      const { payoutBatches } = service;
      const idempotencyKey = crypto.randomUUID();
      let batch = await payoutBatches.create(
        { name: basename(file).slice(0, 100), csv },
        { idempotencyKey, signal: AbortSignal.timeout(CREATE_MS) },
      );
      const { reference } = batch;
      const tell = (notice: string) => void process.stderr.write(`${notice}\n`);
      if (!json) tell(`Checking ${reference}.`);
      let invalid: Schemas["PayoutBatchItem"][];
      try {
        while (batch.status === "validating") {
          await sleep(POLL_MS, undefined, { signal });
          batch = await persist(() => payoutBatches.get(reference), { signal, tell });
        }
        invalid = await payoutBatches.items
          .list(reference, { status: "invalid", limit: 100 })
          .all({ max: 10_000 });
      } finally {
        // Also when it is stopped: three batches that wait would leave no room for another.
        if (!keep && batch.status !== "failed")
          await payoutBatches.cancel(reference, { signal: AbortSignal.timeout(CANCEL_MS) }).catch(() => {
            tell(
              `It could not be canceled: payments payout-batches cancel ${reference}${isLive ? " --live" : ""}`,
            );
          });
      }
      if (json) printJson({ batch, invalid });
      else describe(batch, invalid, keep === true);
      if (invalid.length > 0 || batch.status !== "ready") process.exitCode = 1;
    });
}

function describe(
  batch: Schemas["PayoutBatch"],
  invalid: Schemas["PayoutBatchItem"][],
  isKept: boolean,
): void {
  const { items, names = {}, duplicates, total, reference } = batch;
  if (invalid.length > 0) {
    printTable(
      invalid.flatMap(({ index, row, errors = [] }) =>
        errors.map(({ field, message, suggestion }) => ({ row: row ?? index, field, message, suggestion })),
      ),
    );
    print("");
  }
  print(`${items.valid ?? 0} of ${items.total} payouts are valid: ${format(total)} with fees.`);
  for (const [match, count] of Object.entries(names))
    if (match !== "match") print(`Names ${match}: ${count}`);
  if (duplicates) print(`Paid or listed already: ${duplicates}`);
  if (isKept) print(`Start it with: payments payout-batches start ${reference}`);
}
