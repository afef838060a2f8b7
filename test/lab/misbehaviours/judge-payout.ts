import type { LiveProvider, Status } from "./misbehaviour.ts";
import type { Played } from "./play-case.ts";

/** A payout or refund in our books. */
export type Payout = {
  reference: string;
  status: string;
  amount: string;
  needs_review: boolean;
  contradicted_by: string | null;
  duplicate_gateway: string | null;
  sent_through: "paystack" | "monnify" | null;
  /** Its events, such as payout.succeeded, in order. */
  events: string[];
};

export type Providers = { paystack: LiveProvider; monnify: LiveProvider };

/** `outcome`: as the table counts it; a payout that waits for a person has its reason. */
export type Judgement = { outcome: string; violations: string[] };

/** Compares a payout with both providers' books, and with what they reported. */
export function judgePayout(payout: Payout, providers: Providers, told: Played["told"]): Judgement {
  const { reference, status, needs_review: waits } = payout;
  const violations: string[] = [];
  const kinds = ["paystack", "monnify"] as const;
  const transfers = kinds.flatMap((kind) => {
    const transfer = providers[kind].transfers.get(reference);
    return transfer === undefined ? [] : [{ kind, transfer }];
  });
  const payers = transfers.filter(({ transfer }) => transfer.status === "succeeded");
  // Paystack carries out a reference once; Monnify, as often as it is sent.
  const times = payers.reduce(
    (sum, { kind, transfer }) => sum + (kind === "monnify" ? transfer.timesSent : 1),
    0,
  );
  if (times > 1) violations.push(`was paid ${times} times: ${payers.map(({ kind }) => kind).join(", ")}`);
  for (const { kind, transfer } of transfers)
    if (String(transfer.amount.value) !== payout.amount)
      violations.push(`has another amount at ${kind}: ${transfer.amount.value}`);

  const isPaid = payers.length > 0;
  if (!waits && status === "failed" && isPaid) violations.push(`failed, and ${payers[0]!.kind} has paid it`);
  if (!waits && status === "reversed" && isPaid)
    violations.push(`was reversed, and ${payers[0]!.kind} has paid it`);
  if (!waits && status === "succeeded" && !isPaid) violations.push("succeeded, and nobody has paid it");
  if (!waits && !["succeeded", "failed", "reversed"].includes(status))
    violations.push(`is ${status}, and waits for nobody`);

  const ends = status === "processing" ? [] : status === "reversed" ? ["succeeded", status] : [status];
  const type = reference.startsWith("rfd_") ? "refund" : "payout";
  if (payout.events.join() !== ends.map((end) => `${type}.${end}`).join())
    violations.push(`is ${status}, and its events are ${payout.events.join(", ") || "none"}`);

  const said = kinds.flatMap((kind) => told[kind].get(reference) ?? []);
  const { outcome, isFounded } = waits
    ? reasonOf(
        payout,
        transfers.map(({ transfer }) => transfer.status),
        said,
      )
    : { outcome: status, isFounded: true };
  if (!isFounded)
    violations.push(`needs review without a cause: ${outcome}, of ${said.join(", ") || "nothing"}`);
  return { outcome, violations };
}

/** Why a payout waits for a person, and whether its providers caused that. */
function reasonOf(payout: Payout, has: Status[], said: Status[]) {
  const { status, contradicted_by, duplicate_gateway, sent_through } = payout;
  if (duplicate_gateway !== null)
    return { outcome: "review: accepted despite refusal", isFounded: has.length > 1 };
  if (contradicted_by !== null) {
    const outcome = `review: ${status}, then ${contradicted_by}`;
    const first = said.indexOf(status as Status);
    // A late answer that a newer one overtook contradicts nothing.
    return { outcome, isFounded: first !== -1 && said.includes(contradicted_by as Status, first) };
  }
  // Paystack would have been sent it again.
  if (has.length === 0)
    return {
      outcome: "review: not known there",
      isFounded: status === "processing" && sent_through === "monnify",
    };
  return { outcome: "review: no final answer", isFounded: has.includes("pending") };
}
