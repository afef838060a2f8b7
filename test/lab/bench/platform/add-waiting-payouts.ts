import { randomBytes, randomUUID } from "node:crypto";
import { acceptPayouts } from "../../../../sql/payouts/payouts.ts";
import { destination } from "../load/destination.ts";
import type { Platform } from "./start-platform.ts";
import { vacuum } from "./vacuum.ts";
import { asOperator } from "../../../helpers/as-operator.ts";

/** Payouts per call: more are not faster. */
const BATCH = 200;
const CALLS = 4;

/** Adds waiting payouts, the same number per merchant, accepted as usual but without HTTP. */
export async function addWaitingPayouts(
  { databaseUrl, database, merchants }: Pick<Platform, "databaseUrl" | "database" | "merchants">,
  count: number,
): Promise<void> {
  let added = 0;
  const add = async () => {
    while (added < count) {
      const batch = Math.min(BATCH, count - added);
      const first = added;
      added += batch;
      const decisions = await acceptPayouts(
        database,
        Array.from({ length: batch }, (_, n) => ({
          ...merchants[(first + n) % merchants.length]!,
          destination,
          idempotencyKey: randomUUID(),
          requestHash: randomBytes(32),
          amount: 10_000n,
          ...asOperator,
        })),
      );
      if (decisions.some(({ outcome }) => outcome !== "accepted")) throw new Error("a payout was refused");
    }
  };
  await Promise.all(Array.from({ length: CALLS }, add));
  await vacuum(databaseUrl, "analyze");
}
