import { batchItems, createReadyBatch, start } from "../../../payout-batches/batch-steps.ts";
import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Incident } from "../incident.ts";

/** More than one slice. */
const ITEMS = 300;

export const incident: Incident = {
  what: "the sweep fails, as after a bad release, and a batch stops half-way",
  told: { alert: "PaymentsBatchesLate" },
  isAlone: true,
  async play({ platform: { ownerUrl, merchants }, database }) {
    const rename = (from: string, to: string) => runSql(ownerUrl, `alter function ${from} rename to ${to}`);
    await rename("reconcile", "reconcile_gone");
    const { live } = merchants[1]!;
    const { outcome } = await start(
      database,
      live,
      await createReadyBatch(database, live, batchItems(ITEMS)),
    );
    if (outcome !== "started") throw new Error(`the batch's start was refused: ${outcome}`);
    return () => rename("reconcile_gone", "reconcile");
  },
};
