import type { MasterKeys } from "../../sql/crypto/encryption.ts";
import type { Connection } from "../../sql/database.ts";
import type { Environment } from "../../sql/ledger/money.ts";
import type { LiveGateway } from "../../sql/live-gateway.ts";
import { findProviderCode } from "../../sql/queries/banks.ts";
import type { Gateway } from "./gateway.ts";
import { createHttpGateway } from "./http/create-http-gateway.ts";
import { createPaystackGateway } from "./paystack/create-paystack-gateway.ts";
import { createSandboxGateway } from "./sandbox/create-sandbox-gateway.ts";

type Options = {
  encryptionKeys: MasterKeys;
  /** Undefined: live rows have no gateway. */
  liveGateway: LiveGateway | undefined;
};

/**
 * Returns the function that gives an environment its gateway. Test rows only ever reach the sandbox.
 *
 * That function throws for live rows when no live gateway is configured; callGateway turns this into `unknown`.
 */
export function createGatewayFor(
  database: Connection,
  { encryptionKeys, liveGateway }: Options,
): (environment: Environment) => Gateway {
  const sandbox = createSandboxGateway(database, encryptionKeys);
  const live = liveGateway === undefined ? undefined : createLiveGateway(database, liveGateway);
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

function createLiveGateway(database: Connection, settings: LiveGateway): Gateway {
  switch (settings.kind) {
    case "http":
      return createHttpGateway(settings);
    case "paystack":
      return createPaystackGateway(settings, (bankCode) => findProviderCode(database, "paystack", bankCode));
  }
}
