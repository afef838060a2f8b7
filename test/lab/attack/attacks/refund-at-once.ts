import { randomUUID } from "node:crypto";
import { send } from "../../client/send.ts";
import type { Attack } from "../attack.ts";
import { flood } from "../flood.ts";
import { sandboxDestination } from "../sandbox-destination.ts";

const naira = (value: number) => ({ value, currency: "NGN" });

export const attack: Attack = {
  title: "a test key refunds parts of one collection, 50 at a time",
  run: async ({ url, attacker: { testKey: key } }, signal) => {
    const post = async (path: string, body: object) => {
      const response = await send(`${url}${path}`, { key, body });
      return ((await response.body.json()) as { data: Record<string, unknown> }).data;
    };
    const destination = await sandboxDestination(url, key, "0123456789");
    const account = await post("/v1/virtual-accounts", {
      customerEmail: "payer@example.com",
      amount: naira(5_000_000),
    });
    await post("/v1/sandbox/simulate/collection-success", { virtualAccountReference: account["reference"] });
    const { reference } = account["collection"] as { reference: string };
    const refund = { collection: reference, amount: naira(100), reason: "other", destination };
    return flood({
      url,
      signal,
      clients: 50,
      make: () => ({
        path: "/v1/refunds",
        key,
        headers: { "idempotency-key": randomUUID() },
        body: refund,
      }),
    });
  },
};
