import type { Environment, Fee } from "../api/types.ts";

/** A service's current fees, by rising amount. */
function feesInForce(fees: Fee[], service: Fee["service"], environment: Environment): Fee[] {
  const now = new Date().toISOString();
  const due = fees.filter(
    (fee) => fee.service === service && fee.environment === environment && fee.effectiveFrom <= now,
  );
  const newest = due.reduce(
    (latest, { effectiveFrom }) => (effectiveFrom > latest ? effectiveFrom : latest),
    "",
  );
  return due
    .filter(({ effectiveFrom }) => effectiveFrom === newest)
    .toSorted((a, b) => (a.upTo?.value ?? Infinity) - (b.upTo?.value ?? Infinity));
}

/** A service's fee for an amount, in kobo. */
export function feeOf(fees: Fee[], service: Fee["service"], environment: Environment, kobo: number): number {
  const bands = feesInForce(fees, service, environment);
  return bands.find(({ upTo }) => upTo === undefined || kobo <= upTo.value)?.fee.value ?? 0;
}

/** The largest amount that a balance covers together with its fee, in kobo; 0 if it covers none. */
export function mostWithFee(
  fees: Fee[],
  service: Fee["service"],
  environment: Environment,
  balance: number,
): number {
  const mosts = feesInForce(fees, service, environment).map(({ upTo, fee }) =>
    Math.min(upTo?.value ?? Infinity, balance - fee.value),
  );
  return Math.max(0, ...mosts.filter((most) => most + feeOf(fees, service, environment, most) <= balance));
}
