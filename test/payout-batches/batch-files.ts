import type { ReadItem } from "../../ingress/payout-batches/intake/check-item.ts";
import { readBatch } from "../../ingress/payout-batches/intake/read-batch.ts";

export const banks = [
  { code: "044", name: "Access Bank" },
  { code: "058", name: "Guaranty Trust Bank" },
  { code: "090270", name: "AB MFB" },
];

/** A merchant that may wait for as long as it takes. */
export const someMerchant = { merchantId: 1n, deadline: Infinity };

/** What readBatch says of a body: its items, or the details of its refusal. */
export async function readBody(body: object | Buffer) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const { items, ...rest } = await readBatch(bytes, banks, someMerchant);
  return { ...rest, items: JSON.parse(items) as ReadItem[] };
}

export const refusalOf = (body: object | Buffer) =>
  readBody(body).then(
    () => undefined,
    ({ code, details }: { code: string; details: object }) => ({ code, details }),
  );
