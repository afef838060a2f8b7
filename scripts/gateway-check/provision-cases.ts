import type { Gateway } from "../../workers/gateways/gateway.ts";
import { expectKind, Finding, patient, type GatewayCase } from "./gateway-case.ts";
import { makeReference } from "./make-reference.ts";

const HOUR_MS = 3_600_000;

/** Raises Finding unless one reference always gives the same result, and another reference another. */
async function expectOneEach(
  ask: (reference: string) => Promise<{ kind: string; reason?: string }>,
  numberOf: (result: { kind: string }) => unknown,
  [prefix, rule]: ["va" | "col", string],
): Promise<void> {
  const [one, other] = [makeReference(prefix), makeReference(prefix)];
  const numbers: unknown[] = [];
  for (const reference of [one, one, other]) {
    const result = await ask(reference);
    expectKind(result, ["provisioned"], rule);
    numbers.push(numberOf(result));
  }
  if (numbers[0] !== numbers[1])
    throw new Finding(
      "the same reference got another one",
      "the same reference gives the same, however often",
    );
  if (numbers[1] === numbers[2])
    throw new Finding(
      "two references got the same one",
      "each reference gets one of its own: money would be mixed up",
    );
}

export const provisionCases: GatewayCase[] = [
  {
    title: "opens one account for each reference",
    operation: "provisionAccount",
    needs: ["opensAccounts"],
    async run({ gateway }) {
      const requestedAt = new Date();
      const expiresAt = new Date(requestedAt.getTime() + HOUR_MS);
      await expectOneEach(
        (reference) =>
          gateway.provisionAccount!(
            {
              reference,
              merchantName: "Gateway Check",
              requestedAt,
              expiresAt,
              amount: 100_000n,
              currency: "NGN",
            },
            patient,
          ),
        (result) => (result as Account).accountNumber,
        [
          "va",
          "an account is a 2xx with `bankCode`, `bankName`, `accountNumber` of 10 digits and `accountName`",
        ],
      );
    },
  },
  {
    title: "lists what came in to an account, where it says that it can",
    operation: "listCredits",
    needs: ["opensAccounts"],
    async run({ gateway }) {
      const reference = makeReference("va");
      const requestedAt = new Date();
      const opened = await gateway.provisionAccount!(
        {
          reference,
          merchantName: "Gateway Check",
          requestedAt,
          expiresAt: new Date(requestedAt.getTime() + HOUR_MS),
          amount: 100_000n,
          currency: "NGN",
        },
        patient,
      );
      if (opened.kind !== "provisioned" || opened.providerAccount === undefined) return;
      const { providerAccount, isOneTime = false } = opened;
      const list = await gateway.listCredits!({ reference, providerAccount, isOneTime, page: null }, patient);
      expectKind(list, ["listed"], "what came in is a 2xx with `credits`, a list of {id}, and no error");
      if (list.kind === "listed" && list.transactions.length > 0)
        throw new Finding("money came in to an account that is new", "an account has its own money alone");
      const unknown = await gateway.findCredit!(makeReference("crd"), patient);
      expectKind(unknown, ["not_found"], "what it never had is 404 with `not_found`");
    },
  },
  {
    title: "makes one address for each reference",
    operation: "provisionCryptoAddress",
    needs: ["makesAddresses"],
    async run({ gateway }) {
      await expectOneEach(
        (reference) => gateway.provisionCryptoAddress!({ reference, chain: "tron", token: "USDT" }, patient),
        (result) => (result as Address).address,
        ["col", "an address is a 2xx with `address`, in the form of its chain"],
      );
    },
  },
];

type Account = Extract<Awaited<ReturnType<Required<Gateway>["provisionAccount"]>>, { kind: "provisioned" }>;
type Address = Extract<
  Awaited<ReturnType<Required<Gateway>["provisionCryptoAddress"]>>,
  { kind: "provisioned" }
>;
