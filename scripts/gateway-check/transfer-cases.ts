import { setTimeout as sleep } from "node:timers/promises";
import type { TransferStatusResult } from "../../workers/gateways/gateway.ts";
import { expectKind, Finding, patient, type GatewayCase, type Subject } from "./gateway-case.ts";
import { makeReference } from "./make-reference.ts";

const once = "a reference has one effect, however often it is sent";
const taken = ["succeeded", "pending"];
const POLL_MS = 500;

/** A transfer by the check, under a new reference. */
function transferFor({ account, pays }: Subject) {
  return {
    reference: makeReference("pyt"),
    amount: pays ?? 100n,
    currency: "NGN",
    narration: "Gateway check",
    bankCode: account!.bankCode,
    accountNumber: account!.accountNumber,
    accountName: account!.accountName ?? "UNKNOWN",
    status: "processing" as const,
  };
}

/** What a gateway may answer to a reference that it knows. */
const repeatKinds = ({ answersRepeats }: Subject) => (answersRepeats ? taken : [...taken, "unknown"]);

export const transferCases: GatewayCase[] = [
  {
    title: "does not know a transfer that was never sent",
    operation: "findTransfer",
    needs: ["account"],
    async run(subject) {
      const result = await subject.gateway.findTransfer!(transferFor(subject), patient);
      expectKind(result, ["not_found"], 'a transfer that is not there is a 404 with {"error":"not_found"}');
    },
  },
  {
    title: "carries out a transfer, and knows it from then on",
    operation: "sendTransfer",
    needs: ["account", "pays"],
    transfers: { right: 1, wrong: 1 },
    async run(subject) {
      const transfer = transferFor(subject);
      expectKind(
        await subject.gateway.sendTransfer!(transfer, patient),
        taken,
        "a transfer that was taken is answered with its reference and its status",
      );
      await followToEnd(subject, transfer);
    },
  },
  {
    title: "carries out a reference once, sent one after the other and at once",
    operation: "sendTransfer",
    needs: ["account", "pays"],
    transfers: { right: 1, wrong: 5 },
    resends: true,
    async run(subject) {
      const transfer = transferFor(subject);
      const send = () => subject.gateway.sendTransfer!(transfer, patient);
      expectKind(
        await send(),
        taken,
        "a transfer that was taken is answered with its reference and its status",
      );
      expectKind(await send(), repeatKinds(subject), `${once}; sent again, it is answered as it was`);
      for (const result of await Promise.all([send(), send(), send()]))
        expectKind(result, repeatKinds(subject), `${once}; sent again, it is answered as it was`);
      await expectKnown(subject, transfer);
    },
  },
  {
    title: "keeps to the amount that a reference was first sent with",
    operation: "sendTransfer",
    needs: ["account", "pays"],
    transfers: { right: 1, wrong: 2 },
    resends: true,
    async run(subject) {
      const transfer = transferFor(subject);
      await subject.gateway.sendTransfer!(transfer, patient);
      await subject.gateway.sendTransfer!({ ...transfer, amount: transfer.amount + 1n }, patient);
      await expectKnown(subject, transfer);
    },
  },
  {
    title: "carries out a transfer once whose sender hung up, and asks again",
    operation: "sendTransfer",
    needs: ["account", "pays"],
    transfers: { right: 1, wrong: 2 },
    resends: true,
    async run(subject) {
      const transfer = transferFor(subject);
      await subject.gateway.sendTransfer!(transfer, AbortSignal.timeout(5));
      expectKind(
        await subject.gateway.sendTransfer!(transfer, patient),
        repeatKinds(subject),
        `${once}; a sender that hears nothing sends it again`,
      );
      await expectKnown(subject, transfer);
    },
  },
];

async function expectKnown(subject: Subject, transfer: ReturnType<typeof transferFor>): Promise<void> {
  expectKind(
    await subject.gateway.findTransfer!(transfer, patient),
    taken,
    "a transfer that was taken is known at once, with the amount and currency that it was sent with",
  );
}

/** Polls until the transfer is final, or the time is up; the next answer must not revoke a final status. */
async function followToEnd(subject: Subject, transfer: ReturnType<typeof transferFor>): Promise<void> {
  const ask = () => subject.gateway.findTransfer!(transfer, patient);
  const until = Date.now() + subject.waitMs;
  let result: TransferStatusResult = await ask();
  expectKind(result, [...taken, "failed", "reversed"], "a transfer that was taken is known at once");
  while (result.kind === "pending" && Date.now() < until) {
    await sleep(POLL_MS);
    result = await ask();
    expectKind(result, [...taken, "failed", "reversed"], "a transfer that was taken stays known");
  }
  if (result.kind !== "succeeded") return;
  const again = await ask();
  if (again.kind === "pending" || again.kind === "not_found")
    throw new Finding(
      `it had succeeded, and is ${again.kind} to us`,
      "a transfer that succeeded can only be reversed",
    );
}
