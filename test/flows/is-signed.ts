import { createHmac } from "node:crypto";
import type { Received } from "../helpers/outside/start-receiver.ts";

/** Whether we signed a webhook, as a merchant checks it: over the bytes received, with nothing of ours. */
export function isSigned({ body, headers }: Received, secret: string): boolean {
  const header = String(headers["x-service-signature"]);
  const { t, v1 } = Object.fromEntries(header.split(",").map((pair) => pair.split("=")));
  return createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex") === v1;
}
