import type { MasterKeys } from "../../sql/crypto/encryption.ts";
import type { Connection } from "../../sql/database.ts";
import type { Environment } from "../../sql/ledger/money.ts";
import type { LiveGateway } from "../../sql/live-gateway.ts";
import type { LiveIdentityGateway } from "../../sql/live-identity-gateway.ts";
import { findProviderCode } from "../../sql/queries/banks.ts";
import { createDojahGateway } from "./dojah/create-dojah-gateway.ts";
import type { Gateway, IdentityGateway, Offering, Operation } from "./gateway.ts";
import { createHttpGateway } from "./http/create-http-gateway.ts";
import { createMonnifyGateway } from "./monnify/create-monnify-gateway.ts";
import { createPaystackGateway } from "./paystack/create-paystack-gateway.ts";
import { createPremblyGateway } from "./prembly/create-prembly-gateway.ts";
import { createSandboxGateway } from "./sandbox/create-sandbox-gateway.ts";

export type Gateways = {
  /** Those of an environment that offer an operation, the preferred one first. */
  offering<Asked extends Operation>(environment: Environment, operation: Asked): Offering<Asked>[];
  /** The one of that name; undefined where it is not configured, or not of this environment. */
  named(environment: Environment, name: Gateway["kind"]): Gateway | undefined;
};

type Options = {
  encryptionKeys: MasterKeys;
  /** The preferred one first. Empty: live rows have no gateway. */
  liveGateways: LiveGateway[];
  /** Who answers identity checks of live rows; undefined: the live gateways themselves. */
  liveIdentityGateway?: LiveIdentityGateway | undefined;
};

/** Creates the gateways. Test rows only ever reach the sandbox, and live rows never do. */
export function createGateways(
  database: Connection,
  { encryptionKeys, liveGateways, liveIdentityGateway }: Options,
): Gateways {
  const all: Record<Environment, Gateway[]> = {
    test: [createSandboxGateway(database, encryptionKeys)],
    live: liveGateways.map((settings) => ({
      ...createLiveGateway(database, settings),
      ...createIdentityGateway(liveIdentityGateway),
    })),
  };
  return {
    offering: <Asked extends Operation>(environment: Environment, operation: Asked) =>
      all[environment].filter((gateway): gateway is Offering<Asked> => gateway[operation] !== undefined),
    named: (environment, name) => all[environment].find(({ kind }) => kind === name),
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
