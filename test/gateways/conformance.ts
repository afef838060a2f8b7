import { describe, expect } from "vitest";
import { missingFor, type Operation } from "../../scripts/gateway-check/gateway-case.ts";
import { gatewayCases } from "../../scripts/gateway-check/gateway-cases.ts";
import type { Database } from "../../sql/process/database.ts";
import type { Gateway } from "../../workers/gateways/gateway.ts";
import { sandboxAccounts, sandboxIdentities } from "../../workers/gateways/sandbox/outcomes.ts";
import { test } from "../helpers/test.ts";

/** What every gateway is called with in the cases. */
export const facts = {
  account: { bankCode: "058", accountNumber: "0123456789" },
  unknownAccount: { bankCode: "058", accountNumber: sandboxAccounts.doesNotResolve },
  pays: 1_000n,
  identity: { type: "bvn", identifier: "22222222222" },
  unknownIdentity: { type: "nin", identifier: sandboxIdentities.noRecord },
  opensAccounts: true,
  makesAddresses: true,
  waitMs: 5_000,
} as const;

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

export const payouts: Operation[] = ["enquireName", "sendTransfer", "findTransfer"];
export const identities: Operation[] = ["lookUpIdentity"];
export const everything: Operation[] = [
  ...payouts,
  ...identities,
  "provisionAccount",
  "provisionCryptoAddress",
];

/** Tests that a gateway keeps the rules of `npm run gateway:check`, with a server before it that does right. */
export function testConformance({ kind, offers, answersRepeats = true, start }: Tried): void {
  describe(`the gateway ${kind}`, () => {
    for (const each of gatewayCases.filter(({ operation }) => offers.includes(operation))) {
      test(`${each.operation}: ${each.title}`, async ({ fileDatabase, skip }) => {
        const { gateway, server } = await start(fileDatabase);
        await using _ = server;
        if (each.resends === true && gateway.dedupesByReference === false)
          skip("nothing is sent to it again");
        const subject = { ...facts, gateway, answersRepeats };
        expect(missingFor(each, subject)).toEqual([]);
        await each.run(subject);
        if (server?.transfers !== undefined) expect(server.transfers.size).toBe(each.transfers?.right ?? 0);
      });
    }
  });
}
