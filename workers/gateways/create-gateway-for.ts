import type { MasterKeys } from "../../sql/crypto/encryption.ts";
import type { Connection } from "../../sql/database.ts";
import type { Environment } from "../../sql/ledger/money.ts";
import type { LiveGateway } from "../../sql/live-gateway.ts";
import type { LiveIdentityGateway } from "../../sql/live-identity-gateway.ts";
import { findProviderCode } from "../../sql/queries/banks.ts";
import { createDojahGateway } from "./dojah/create-dojah-gateway.ts";
import type { Gateway, IdentityGateway } from "./gateway.ts";
import { createHttpGateway } from "./http/create-http-gateway.ts";
import { createMonnifyGateway } from "./monnify/create-monnify-gateway.ts";
import { createPaystackGateway } from "./paystack/create-paystack-gateway.ts";
import { createPremblyGateway } from "./prembly/create-prembly-gateway.ts";
import { createSandboxGateway } from "./sandbox/create-sandbox-gateway.ts";

type Options = {
  encryptionKeys: MasterKeys;
  /** Undefined: live rows have no gateway. */
  liveGateway: LiveGateway | undefined;
  /** Who answers identity checks of live rows; undefined: the live gateway itself. */
  liveIdentityGateway?: LiveIdentityGateway | undefined;
};

/**
 * Returns the function that gives an environment its gateway. Test rows only ever reach the sandbox.
 *
 * That function throws for live rows when no live gateway is configured; callGateway turns this into `unknown`.
 */
export function createGatewayFor(
  database: Connection,
  { encryptionKeys, liveGateway, liveIdentityGateway }: Options,
): (environment: Environment) => Gateway {
  const sandbox = createSandboxGateway(database, encryptionKeys);
  const live =
    liveGateway === undefined
      ? undefined
      : { ...createLiveGateway(database, liveGateway), ...createIdentityGateway(liveIdentityGateway) };
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
    case "monnify":
      return createMonnifyGateway(settings, (bankCode) => findProviderCode(database, "monnify", bankCode));
    case "paystack":
      return createPaystackGateway(settings, (bankCode) => findProviderCode(database, "paystack", bankCode));
  }
}

/** What a live gateway gets from another provider; nothing where it answers identity checks itself. */
function createIdentityGateway(settings: LiveIdentityGateway | undefined): Partial<IdentityGateway> {
  switch (settings?.kind) {
    case "dojah":
      return createDojahGateway(settings);
    case "prembly":
      return createPremblyGateway(settings);
    case undefined:
      return {};
  }
}
