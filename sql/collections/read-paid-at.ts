import { z } from "zod";

const time = z.iso.datetime({ offset: true });

/**
 * When the payer paid, according to the provider: text such as 2026-03-02T09:30:00Z. Undefined for anything else: money
 * is never refused because of it.
 */
export function readPaidAt(given: unknown): Date | undefined {
  const { data } = time.safeParse(given);
  return data === undefined ? undefined : new Date(data);
}
