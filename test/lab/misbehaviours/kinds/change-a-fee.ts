import type { Misbehaviour } from "../misbehaviour.ts";

/** Its transfer fee rises. */
export const misbehaviour: Misbehaviour = {
  name: "change a fee",
  begin: (provider) => setFee(provider, 5_375),
  end: (provider) => setFee(provider, 1_000),
};

function setFee(provider: Parameters<NonNullable<Misbehaviour["begin"]>>[0], kobo: number): void {
  if (provider.kind === "monnify") provider.fee = (kobo / 100).toFixed(2);
  else provider.fee = kobo;
}
