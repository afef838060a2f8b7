import { text } from "../http/fields.ts";

const rule = "must be a day, such as 2026-01-31";

/** A day in a query. */
export const day = text(/^(?!0000)\d{4}-\d\d-\d\d$/, rule).refine((given) => isDay(given), { error: rule });

function isDay(given: string): boolean {
  const time = new Date(given);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(given);
}
