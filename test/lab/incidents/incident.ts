import type { Paystack } from "../../gateways/paystack/start-paystack.ts";
import type { Proxy } from "../../helpers/outside/start-proxy.ts";
import type { Database } from "../../../sql/process/database.ts";
import type { Platform } from "../faults/platform/start-platform.ts";

/** What an incident is played on: a platform with live payouts, whose preferred gateway is Paystack, then `bank`. */
export type Stage = {
  platform: Platform;
  /** As the owner. */
  database: Database;
  paystack: { provider: Paystack; proxy: Proxy };
  /** Shows another certificate to the callers of PUBLIC_URL, which ends in so many days. */
  showCertificate(days: number): Promise<void>;
  /** Sends a live payout, and resolves once it has succeeded; rejects where that takes minutes. */
  payOut(): Promise<void>;
  /** Resolves once payouts succeed again, through the preferred gateway. */
  recover(): Promise<void>;
  /** How long to break what cannot be mended at will, in milliseconds: an alert with a term of a minute fires. */
  holdMs: number;
};

/** Something that goes wrong. Each is a file of incidents/, listed by being there. */
export type Incident = {
  /** What happens, in a few words. */
  what: string;
  /** The alert that tells it within five minutes; or the page that says why it needs none. */
  told: { alert: string } | { page: string };
  /** Whether it breaks what others need, so that it is played without them. */
  isAlone?: true;
  /** Breaks it, and resolves with what mends it. Without an alert it rejects unless payouts go on. */
  play(stage: Stage): Promise<() => unknown>;
};
