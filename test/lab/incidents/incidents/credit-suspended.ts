import { randomUUID } from "node:crypto";
import { createVirtualAccount, payIn } from "../../../helpers/records.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "a payer pays another amount, and the money waits in suspense",
  told: { page: "docs/ledger.md#suspense" },
  async play({ platform, database, payOut }) {
    const { reference } = await createVirtualAccount(database, platform.merchants[1]!.live, 50_000n);
    const credit = { environment: "live", providerReference: randomUUID() } as const;
    const booked = await payIn(database, reference, 40_000n, credit);
    if (booked !== "suspended") throw new Error(`the credit is ${booked}`);
    await payOut();
    return () => {};
  },
};
