import { oneOf, text } from "../http/fields.ts";

/** A currency of the books. */
export const booksCurrency = oneOf(["NGN", "USD"]);

const rule = "must be a day, such as 2026-01-31";

/** A day in a query. */
export const day = text(/^\d{4}-\d\d-\d\d$/, rule)
  .refine((given) => isDay(given), { error: rule })
  .meta({ rule, wire: { type: "string", format: "date" } });

function isDay(given: string): boolean {
  const time = new Date(given);
  // PostgreSQL knows no year 0.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(given) && !given.startsWith("0000");
}

const DAY_MS = 86_400_000;
/** Nigeria is an hour ahead of UTC all year. */
const LAGOS_MS = 3_600_000;

/** How many days a period has, both days included. */
export const daysIn = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** A moment's day in Nigeria. */
export const lagosDay = (moment: Date) => new Date(moment.getTime() + LAGOS_MS).toISOString().slice(0, 10);

/** When a day begins in Nigeria, or so many days later. */
export const startOf = (from: string, later = 0) =>
  new Date(Date.parse(from) + later * DAY_MS - LAGOS_MS).toISOString();
