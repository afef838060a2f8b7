import type { Charge, Environment, Payout } from "../api/types.ts";

type What = {
  charges: Charge[];
  service: Charge["service"];
  environment: Environment;
  purpose?: Payout["purpose"];
};

/** A service's current charges, by rising amount. */
function chargesInForce({ charges, service }: What): Charge[] {
  const now = new Date().toISOString();
  const due = charges.filter((charge) => charge.service === service && charge.effectiveFrom <= now);
  return due
    .filter(
      ({ kind, effectiveFrom }) =>
        !due.some((later) => later.kind === kind && later.effectiveFrom > effectiveFrom),
    )
    .toSorted((a, b) => a.from.value - b.from.value);
}

/** A service's fee for an amount with its taxes, in kobo. */
export function feeOf(what: What, kobo: number): number {
  if (what.environment === "test") return 0;
  // Of each kind the highest that the amount reaches.
  const bands = new Map(
    chargesInForce(what)
      .filter(({ from }) => from.value <= kobo)
      .map((charge) => [charge.kind, charge]),
  );
  const price = bands.get("service")?.amount?.value ?? 0;
  let fee = 0;
  for (const { amount, basisPoints = 0, exemptPurposes } of bands.values())
    if (!exemptPurposes.includes(what.purpose ?? "other"))
      fee += amount?.value ?? Math.floor((price * basisPoints + 5_000) / 10_000);
  return fee;
}

/** The largest amount that a balance covers together with its fee, in kobo; 0 if it covers none. */
export function mostWithFee(what: What, balance: number): number {
  // Between two starts the fee is the same.
  const starts = [...new Set([0, ...chargesInForce(what).map(({ from }) => from.value)])].toSorted(
    (a, b) => a - b,
  );
  const mosts = starts.map((start, index) =>
    Math.min((starts[index + 1] ?? Infinity) - 1, balance - feeOf(what, start)),
  );
  return Math.max(0, ...mosts.filter((most, index) => most >= starts[index]!));
}
