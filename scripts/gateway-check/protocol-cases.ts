import type { ProviderRequest, RequestJson } from "../../workers/gateways/request-json.ts";
import { expectKind, Finding, patient, type GatewayCase, type Subject } from "./gateway-case.ts";
import { makeReference } from "./make-reference.ts";

/** A server that speaks the protocol: the check also sends what our gateway never sends. */
export type HttpSubject = Subject & {
  ask: RequestJson;
  /** Clients without the secret, and with another one. */
  strangers: RequestJson[];
};

const secretRule = "a request without `Authorization: Bearer <secret>` is refused with 401 or 403";
const readableRule =
  "a transfer that cannot be read is refused with a status from 400 to 499, and nothing is carried out";

/** What the protocol demands of a server besides what every gateway must do. */
export const protocolCases: GatewayCase<HttpSubject>[] = [
  {
    title: "refuses a question without the secret, or with another",
    operation: "enquireName",
    needs: ["account"],
    async run({ strangers, account }) {
      const { bankCode, accountNumber } = account!;
      for (const ask of strangers) {
        await expectStatus(ask, {
          method: "POST",
          path: "/name-enquiries",
          body: { bankCode, accountNumber },
        });
        await expectStatus(ask, { method: "GET", path: `/transfers/${makeReference("pyt")}` });
        await expectStatus(ask, { method: "GET", path: "/balance" });
      }
    },
  },
  {
    title: "carries out no transfer without the secret, or with another",
    operation: "sendTransfer",
    needs: ["account", "pays"],
    transfers: { right: 0, wrong: 2 },
    async run(subject) {
      for (const ask of subject.strangers) {
        const { transfer, body } = transferBody(subject);
        await expectStatus(ask, { method: "POST", path: "/transfers", body });
        expectKind(await subject.gateway.findTransfer!(transfer, patient), ["not_found"], secretRule);
      }
    },
  },
  {
    title: "carries out no transfer that it cannot read",
    operation: "sendTransfer",
    needs: ["account", "pays"],
    transfers: { right: 0, wrong: 3 },
    async run(subject) {
      for (const spoil of unreadable) {
        const { transfer, body } = transferBody(subject);
        const request = {
          method: "POST",
          path: "/transfers",
          body: { ...body, ...spoil(transfer.amount) },
        } as const;
        await expectStatus(subject.ask, request, [400, 499], readableRule);
        expectKind(await subject.gateway.findTransfer!(transfer, patient), ["not_found"], readableRule);
      }
    },
  },
];

const unreadable: ((amount: bigint) => object)[] = [
  (amount) => ({ amount: { value: String(amount), currency: "NGN" } }),
  (amount) => ({ amount: { value: -Number(amount), currency: "NGN" } }),
  () => ({ reference: undefined }),
];

function transferBody({ account, pays }: Subject) {
  const { bankCode, accountNumber, accountName = "UNKNOWN" } = account!;
  const reference = makeReference("pyt");
  const transfer = { reference, amount: pays!, currency: "NGN", status: "processing" as const };
  const amount = { value: Number(pays), currency: "NGN" };
  return { transfer, body: { reference, amount, bankCode, accountNumber, accountName } };
}

async function expectStatus(
  ask: RequestJson,
  request: ProviderRequest,
  [from, to] = [401, 403],
  rule = secretRule,
): Promise<void> {
  const response = await ask(request, patient);
  if (response.kind === "unknown") throw new Finding(`there is no status: ${response.reason}`, rule);
  if (response.status < from! || response.status > to!)
    throw new Finding(`the status is ${response.status}`, rule);
}
