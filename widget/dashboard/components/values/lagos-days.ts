import { useQuery } from "@tanstack/react-query";
import { clockQuery } from "../../sandbox/sandbox-queries.ts";
import { useEnvironment } from "../../shell/environment.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Nigeria is an hour ahead of UTC all year. */
const LAGOS = 3_600_000;

/** The day in Nigeria of a time, as 2026-01-31. */
export const dayOf = (time: number) => new Date(time + LAGOS).toISOString().slice(0, 10);

/** When a day begins in Nigeria, or a later one. */
export const startOf = (day: string, later = 0) =>
  new Date(Date.parse(day) + later * DAY - LAGOS).toISOString();

/** The day before or after, by so many. */
export const dayAfter = (day: string, later: number) =>
  new Date(Date.parse(day) + later * DAY).toISOString().slice(0, 10);

const format = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** A day as people write it: 31 January 2026. */
export const formatDay = (day: string) => format.format(Date.parse(day));

/**
 * How far the clock of what is listed is ahead, in milliseconds: in test mode the test clock, unless the times are real
 * ones. Undefined until it is known; if it can't be, real time.
 */
export function useClockAhead(isReal = false): number | undefined {
  const isTest = useEnvironment() === "test" && !isReal;
  const clock = useQuery({ ...clockQuery, enabled: isTest });
  if (!isTest || (clock.isError && clock.data === undefined)) return 0;
  return clock.data && clock.data.offsetMinutes * MINUTE;
}
