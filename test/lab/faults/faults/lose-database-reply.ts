import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

/** The statements that write money and pass it on: the most delicate replies to lose. */
const statements = [
  "accept_payouts",
  "claim_payouts",
  "finish_payouts",
  "record_http_credit",
  "settle_credit",
  "commit",
];
const PATIENCE_MS = 5_000;

export const fault: Fault = {
  name: "lose the database's reply to a write",
  weight: 3,
  async play({ ingresses, workers }, random) {
    const member = random.pick([...ingresses, ...workers]);
    const statement = random.pick(statements);
    const patience = new AbortController();
    const lost = member.database.loseAt(statement, "reply").then(() => true);
    const wasLost = await Promise.race([
      lost,
      sleep(PATIENCE_MS, false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    await sleep(500);
    member.database.cutAll();
    return `${member.name}, ${statement}${wasLost ? "" : " (not sent)"}`;
  },
};
