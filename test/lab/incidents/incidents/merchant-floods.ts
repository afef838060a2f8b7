import { tryToSend } from "../../client/send.ts";
import type { Incident } from "../incident.ts";

/** Sixty requests a second, of which five are allowed. */
const EVERY_MS = 1_000 / 60;

export const incident: Incident = {
  what: "a merchant's program sends without end",
  told: { alert: "PaymentsRequestsRefused" },
  isAlone: true,
  async play({ platform, payOut }) {
    const key = platform.merchants[1]!.testKey;
    const timer = setInterval(() => void tryToSend(`${platform.urls[0]}/v1/balances`, { key }), EVERY_MS);
    await payOut();
    return () => clearInterval(timer);
  },
};
