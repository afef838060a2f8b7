import type { Logger } from "pino";
import type { Database } from "../sql/database.ts";
import type { Results } from "./results/listen-for-results.ts";
import type { Config } from "./config.ts";
import type { Cursors } from "./http/cursor.ts";
import type { Drain } from "./http/drain.ts";

/** What route handlers may use. */
export type Context = {
  database: Database;
  results: Results;
  cursors: Cursors;
  drain: Drain;
  config: Pick<
    Config,
    | "answerTimeoutMs"
    | "liveStatusRefreshMs"
    | "publicUrl"
    | "encryptionKeys"
    | "providerSecrets"
    | "webhookAllowCidrs"
    | "webhookTestAllowCidrs"
  >;
  log: Logger;
};
