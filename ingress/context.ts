import type { Logger } from "pino";
import type { ReadStale } from "../sql/process/connections/create-replica.ts";
import type { Connection } from "../sql/process/database.ts";
import type { NameEnquiries } from "./banks/name-enquiries.ts";
import type { Results } from "./results/listen-for-results.ts";
import type { Config } from "./config.ts";
import type { Cursors } from "./http/cursor.ts";
import type { Drain } from "./http/drain.ts";
import type { KeyLookups } from "./http/key-lookups.ts";
import type { RequestLog } from "./requests/create-request-log.ts";
import type { PayoutBatches } from "./payouts/payout-batches.ts";
import type { Passwords } from "./people/passwords.ts";
import type { Pools } from "./http/request-database.ts";

/** What route handlers may use. */
export type Context = ProcessContext & {
  /** For this request alone: see databaseFor(). */
  database: Connection;
  /** For reads that may be some seconds old: on a replica, if it is fresh enough. */
  readStale: ReadStale;
  /** The response's deadline, on the clock of performance.now(). */
  deadline: number;
  /** Rejects if the request would no longer be admitted: for use after a long wait. */
  requireRights: () => Promise<void>;
};

/** What the process provides. */
export type ProcessContext = {
  pools: Pools;
  keyLookups: KeyLookups;
  results: Results;
  cursors: Cursors;
  drain: Drain;
  requestLog: RequestLog;
  passwords: Passwords;
  payoutBatches: PayoutBatches;
  nameEnquiries: NameEnquiries;
  config: Config;
  log: Logger;
};
