import { expectKind, Finding, patient, type GatewayCase } from "./gateway-case.ts";
import { makeReference } from "./make-reference.ts";

const notFound = 'what is not there is a 404 with {"error":"not_found"}';

export const lookupCases: GatewayCase[] = [
  {
    title: "says whose account it is",
    operation: "enquireName",
    needs: ["account"],
    async run({ gateway, account }) {
      const { bankCode, accountNumber, accountName } = account!;
      const result = await gateway.enquireName!({ bankCode, accountNumber }, patient);
      expectKind(
        result,
        ["resolved"],
        "an account that exists is a 200 with `accountName`, 1 to 200 characters",
      );
      if (accountName !== undefined && result.kind === "resolved" && result.accountName !== accountName)
        throw new Finding(`it is "${result.accountName}" to us`, `the account's holder is "${accountName}"`);
    },
  },
  {
    title: "does not know an account that does not exist",
    operation: "enquireName",
    needs: ["unknownAccount"],
    async run({ gateway, unknownAccount }) {
      expectKind(await gateway.enquireName!(unknownAccount!, patient), ["not_found"], notFound);
    },
  },
  {
    title: "has the record of an identity",
    operation: "lookUpIdentity",
    needs: ["identity"],
    async run({ gateway, identity }) {
      const question = { reference: makeReference("idr"), phone: "08000000000", ...identity! };
      const rule = "a record is a 200 with `phones`, a list of texts, and `name`, where there is one";
      expectKind(await gateway.lookUpIdentity!(question, patient), ["found"], rule);
    },
  },
  {
    title: "has no record of an identity that does not exist",
    operation: "lookUpIdentity",
    needs: ["unknownIdentity"],
    async run({ gateway, unknownIdentity }) {
      const question = { reference: makeReference("idr"), phone: "08000000000", ...unknownIdentity! };
      expectKind(await gateway.lookUpIdentity!(question, patient), ["not_found"], notFound);
    },
  },
];
