import type { ReadItem } from "../../ingress/payout-batches/intake/check-item.ts";
import { parseBatch } from "../../ingress/payout-batches/intake/parse-batch.ts";

export const banks = [
  { code: "044", name: "Access Bank" },
  { code: "058", name: "Guaranty Trust Bank" },
  { code: "090270", name: "AB MFB" },
];

/** What a thread of readBatch() makes of a body, without one: to start it takes most of a second. */
export async function readBody(body: object | Buffer) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const { items, ...rest } = parseBatch(bytes, banks);
  return { ...rest, items: JSON.parse(items) as ReadItem[] };
}

export const refusalOf = (body: object | Buffer) =>
  readBody(body).then(
    () => undefined,
    ({ code, details }: { code: string; details: object }) => ({ code, details }),
  );
