import type { Logger } from "pino";
import type { Database } from "../sql/database.ts";
import type { Answers } from "./answers.ts";
import type { Config } from "./config.ts";
import type { Cursors } from "./cursor.ts";
import type { Drain } from "./drain.ts";

/** What route handlers may use. */
export type Context = {
  database: Database;
  answers: Answers;
  cursors: Cursors;
  drain: Drain;
  config: Pick<
    Config,
    | "answerTimeoutMs"
    | "liveStatusRefreshMs"
    | "publicUrl"
    | "encryptionKeys"
    | "liveGateway"
    | "webhookAllowCidrs"
  >;
  log: Logger;
};
