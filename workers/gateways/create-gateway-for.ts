import type { Environment } from "../../sql/ledger/money.ts";
import type { MasterKeys } from "../../sql/crypto/encryption.ts";
import type { Connection } from "../../sql/database.ts";
import type { LiveGateway } from "../../sql/settings.ts";
import { createHttpGateway } from "./http/create-http-gateway.ts";
import { createSandboxGateway } from "./sandbox/create-sandbox-gateway.ts";
import type { Gateway } from "./gateway.ts";

type Options = {
  encryptionKeys: MasterKeys;
  /** Undefined: live rows have no gateway. */
  liveGateway: LiveGateway | undefined;
};

/**
 * Returns which gateway serves an environment. Test rows only ever reach the sandbox.
 *
 * Where no live gateway is configured, asking for it throws, which callGateway reads as an answer that never came.
 */
export function createGatewayFor(
  database: Connection,
  { encryptionKeys, liveGateway }: Options,
): (environment: Environment) => Gateway {
  const sandbox = createSandboxGateway(database, encryptionKeys);
  const live = liveGateway === undefined ? undefined : createHttpGateway(liveGateway);
  return (environment) => {
    switch (environment) {
      case "test":
        return sandbox;
      case "live":
        if (live === undefined) throw new Error("No live gateway is configured.");
        return live;
    }
  };
}
