import type { Logger } from "pino";
import type { Connection } from "../sql/database.ts";
import type { Results } from "./results/listen-for-results.ts";
import type { Config } from "./config.ts";
import type { Cursors } from "./http/cursor.ts";
import type { Drain } from "./http/drain.ts";
import type { RequestLog } from "./merchants/request-log.ts";
import type { Passwords } from "./people/passwords.ts";
import type { Pools } from "./http/request-database.ts";

/** What route handlers may use. */
export type Context = ProcessContext & {
  /** For this request alone: see databaseFor(). */
  database: Connection;
  /** When the request has to be answered, on the clock of performance.now(). */
  deadline: number;
};

/** What the process has. */
export type ProcessContext = {
  pools: Pools;
  results: Results;
  cursors: Cursors;
  drain: Drain;
  requestLog: RequestLog;
  passwords: Passwords;
  config: Pick<
    Config,
    | "answerTimeoutMs"
    | "limitsPerMinute"
    | "liveStatusRefreshMs"
    | "updatesRefreshMs"
    | "publicUrl"
    | "encryptionKeys"
    | "signUpsPerHour"
    | "showsKeptMails"
    | "providerSecrets"
    | "webhookAllowCidrs"
    | "webhookTestAllowCidrs"
  >;
  log: Logger;
};
