import type { MasterKeys } from "../../sql/process/encryption/encryption.ts";
import type { Connection } from "../../sql/process/database.ts";
import type { Environment } from "../../sql/ledger/money.ts";
import { findBankOfProviderCode, findProviderCode } from "../../sql/banks/banks.ts";
import { createAdapter, createIdentityAdapter } from "./adapters.ts";
import type { Gateway, Offering, Operation } from "./gateway.ts";
import type { GatewayGuards } from "./guards/create-gateway-guards.ts";
import { guardGateway } from "./guards/guard-gateway.ts";
import { rankGateways, type GatewayCosts, type RankedGateway } from "./rank-gateways.ts";
import type { LiveGateway } from "./manifest/live-gateways.ts";
import type { LiveIdentityGateway } from "./manifest/live-identity-gateway.ts";
import type { GatewayName } from "./manifest/manifests.ts";
import { createSandboxGateway } from "./sandbox/create-sandbox-gateway.ts";

export type Gateways = {
  /** Those of an environment that offer an operation, preferred first. */
  offering<Offered extends Operation>(environment: Environment, operation: Offered): Offering<Offered>[];
  /** The one with that name; undefined if it is not configured, or not in this environment. */
  named(environment: Environment, name: string): Gateway | undefined;
  /** The live ones that may carry out a reference twice. */
  mayRepeat: readonly GatewayName[];
  /** The live ones in the order in which a payout is offered to them now. */
  ranked(): RankedGateway[];
};

type Options = {
  encryptionKeys: MasterKeys;
  /** The preferred one first. Empty: live rows have no gateway. */
  liveGateways: LiveGateway[];
  /** Answers identity checks of live rows; undefined: the live gateways do. */
  liveIdentityGateway?: LiveIdentityGateway | undefined;
  /** The dashboard's URL. Payers' made-up addresses, for providers that require one, use its host. */
  publicUrl: string;
  /** This process's guards. */
  guards: GatewayGuards;
  liveGatewayCosts?: GatewayCosts;
};

/**
 * Creates the gateways. Test rows only ever reach the sandbox, and live rows never do. Each call of a live gateway is
 * guarded.
 */
export function createGateways(
  database: Connection,
  {
    encryptionKeys,
    liveGateways,
    liveIdentityGateway,
    publicUrl,
    guards,
    liveGatewayCosts: costs = {},
  }: Options,
): Gateways {
  const all: Record<Environment, Gateway[]> = {
    test: [createSandboxGateway(database, encryptionKeys)],
    live: liveGateways.map((settings) =>
      guardGateway(
        {
          ...createLiveGateway(database, settings, new URL(publicUrl).hostname),
          ...(liveIdentityGateway && createIdentityAdapter(liveIdentityGateway)),
        },
        guards,
      ),
    ),
  };
  return {
    offering: <Offered extends Operation>(environment: Environment, operation: Offered) =>
      all[environment].filter((gateway): gateway is Offering<Offered> => gateway[operation] !== undefined),
    named: (environment, name) => all[environment].find(({ kind }) => kind === name),
    mayRepeat: liveGateways
      .map(({ kind }) => kind)
      .filter((kind) => all.live.some((gateway) => gateway.kind === kind && !gateway.dedupesByReference)),
    ranked: () =>
      rankGateways(
        liveGateways.map(({ kind }) => kind),
        guards,
        costs,
      ),
  };
}

function createLiveGateway(database: Connection, settings: LiveGateway, host: string): Gateway {
  const { kind } = settings;
  return createAdapter(settings, (bankCode) => findProviderCode(database, kind, bankCode), {
    bankOf: (code) => findBankOfProviderCode(database, kind, code),
    host,
  });
}
