import { describe, expect } from "vitest";
import { missingFor, type Operation } from "../../scripts/gateway-check/gateway-case.ts";
import { gatewayCases } from "../../scripts/gateway-check/gateway-cases.ts";
import type { Database } from "../../sql/process/database.ts";
import { createDojahGateway } from "../../workers/gateways/dojah/create-dojah-gateway.ts";
import { createFlutterwaveGateway } from "../../workers/gateways/flutterwave/create-flutterwave-gateway.ts";
import type { Gateway } from "../../workers/gateways/gateway.ts";
import { createHttpGateway } from "../../workers/gateways/http/create-http-gateway.ts";
import { createMonnifyGateway } from "../../workers/gateways/monnify/create-monnify-gateway.ts";
import { createPaystackGateway } from "../../workers/gateways/paystack/create-paystack-gateway.ts";
import { createPremblyGateway } from "../../workers/gateways/prembly/create-prembly-gateway.ts";
import { createSandboxGateway } from "../../workers/gateways/sandbox/create-sandbox-gateway.ts";
import { sandboxAccounts, sandboxIdentities } from "../../workers/gateways/sandbox/outcomes.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { startDojah } from "./dojah/start-dojah.ts";
import { startFlutterwave } from "./flutterwave/start-flutterwave.ts";
import { startMonnify } from "./monnify/start-monnify.ts";
import { startPaystack } from "./paystack/start-paystack.ts";
import { startPrembly } from "./prembly/start-prembly.ts";
import { startProvider } from "./http/start-provider.ts";
import { test } from "../helpers/test.ts";

const facts = {
  account: { bankCode: "058", accountNumber: "0123456789" },
  unknownAccount: { bankCode: "058", accountNumber: sandboxAccounts.doesNotResolve },
  pays: 1_000n,
  identity: { type: "bvn", identifier: "22222222222" },
  unknownIdentity: { type: "nin", identifier: sandboxIdentities.noRecord },
  ...{ opensAccounts: true, makesAddresses: true, waitMs: 5_000 },
} as const;
const { accountNumber: unknownNumber } = facts.unknownAccount;

/** A gateway, and the server before it, which does right. `transfers`: those that it carried out. */
type Started = {
  gateway: Partial<Gateway>;
  server?: AsyncDisposable & { transfers?: Map<string, unknown> };
};

type Tried = {
  kind: string;
  offers: Operation[];
  answersRepeats?: boolean;
  start: (database: Database) => Promise<Started>;
};

const payouts: Operation[] = ["enquireName", "sendTransfer", "findTransfer"];
const identities: Operation[] = ["lookUpIdentity"];
const everything: Operation[] = [...payouts, ...identities, "provisionAccount", "provisionCryptoAddress"];

const gateways: Tried[] = [
  {
    ...{ kind: "sandbox", offers: everything },
    start: async (database) => ({ gateway: createSandboxGateway(database, testEncryptionKeys) }),
  },
  {
    ...{ kind: "http", offers: [...everything, "listCredits", "findBalances"] },
    async start() {
      const server = await startProvider();
      server.listsCredits = true;
      server.names.set(unknownNumber, null);
      server.identities.set(facts.identity.identifier, { name: "ADA OBI", phones: ["08030000000"] });
      return { server, gateway: createHttpGateway(server) };
    },
  },
  {
    // It refuses a reference that it has, which says nothing of the first sending.
    ...{ kind: "paystack", offers: [...payouts, "findBalances"], answersRepeats: false },
    async start() {
      const server = await startPaystack();
      server.names.set(unknownNumber, null);
      return { server, gateway: createPaystackGateway(server, async (bankCode) => bankCode) };
    },
  },
  {
    ...{ kind: "monnify", offers: [...payouts, "findBalances"] },
    async start() {
      const server = await startMonnify();
      server.names.set(unknownNumber, null);
      return { server, gateway: createMonnifyGateway(server, async (bankCode) => bankCode) };
    },
  },
  {
    ...{ kind: "flutterwave", offers: [...payouts, "findBalances"] },
    async start() {
      const server = await startFlutterwave();
      server.names.set(unknownNumber, null);
      return { server, gateway: createFlutterwaveGateway(server, async (bankCode) => bankCode) };
    },
  },
  ...[
    { kind: "dojah", startServer: startDojah, create: createDojahGateway },
    { kind: "prembly", startServer: startPrembly, create: createPremblyGateway },
  ].map(({ kind, startServer, create }) => ({
    ...{ kind, offers: identities },
    async start() {
      const server = await startServer();
      const person = { first: "ADA", middle: "", last: "OBI", phones: ["08030000000"] };
      server.records.set(facts.identity.identifier, person);
      return { server, gateway: create(server) };
    },
  })),
];

describe.each(gateways)("the gateway $kind", ({ offers, answersRepeats = true, start }) => {
  for (const each of gatewayCases.filter(({ operation }) => offers.includes(operation))) {
    test(`${each.operation}: ${each.title}`, async ({ fileDatabase, skip }) => {
      const { gateway, server } = await start(fileDatabase);
      await using _ = server;
      if (each.resends === true && gateway.dedupesByReference === false) skip("nothing is sent to it again");
      const subject = { ...facts, gateway, answersRepeats };
      expect(missingFor(each, subject)).toEqual([]);
      await each.run(subject);
      if (server?.transfers !== undefined) expect(server.transfers.size).toBe(each.transfers?.right ?? 0);
    });
  }
});

test("every operation of a gateway has a case", () => {
  expect([...new Set(gatewayCases.map(({ operation }) => operation))].toSorted()).toEqual(
    [...everything, "listCredits", "findBalances"].toSorted(),
  );
});
