import { expect, test } from "vitest";
import { gatewayCases } from "../../scripts/gateway-check/gateway-cases.ts";
import { createSandboxGateway } from "../../workers/gateways/sandbox/create-sandbox-gateway.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { everything, testConformance } from "./conformance.ts";

testConformance({
  kind: "sandbox",
  offers: everything,
  start: async (database) => ({ gateway: createSandboxGateway(database, testEncryptionKeys) }),
});

test("every operation of a gateway has a case", () => {
  expect([...new Set(gatewayCases.map(({ operation }) => operation))].toSorted()).toEqual(
    [...everything, "listCredits", "findBalances"].toSorted(),
  );
});
