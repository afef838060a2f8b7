import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { clockQuery } from "../../sandbox/sandbox-queries.ts";
import { dayOf } from "./lagos-days.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type TimeProps = {
  at: string;
  /** To the second, with the year and the zone: for facts. */
  isFull?: boolean;
  /** A date even if recent: for sentences, as in "since 3 Mar, 14:05". */
  isDate?: boolean;
  /** Real time even in test mode, for people, keys and requests. Other times follow the test clock. */
  isReal?: boolean;
};

/**
 * A moment. Recent ones are relative (5 minutes ago), others are dates; the title has the seconds and the zone. In test
 * mode, relative to the merchant's test clock; until that is known, everything is a date.
 */
export function Time({ at, isFull = false, isDate = false, isReal = false }: TimeProps) {
  const { environment } = useParams({ strict: false });
  const isTest = environment === "test" && !isReal;
  const clock = useQuery({ ...clockQuery, enabled: isTest && !isFull && !isDate });
  const offsetMinutes = isTest ? clock.data?.offsetMinutes : 0;
  const now = useNow();
  const date = new Date(at);
  const exact = exactFormat.format(date);
  return (
    <time className="time" translate="no" dateTime={at} title={exact}>
      {isFull
        ? fullFormat.format(date)
        : describeTime(date.getTime(), now, isDate ? undefined : offsetMinutes)}
    </time>
  );
}

/**
 * A moment in words, relative to a clock that is `aheadMinutes` ahead; undefined if unknown. Both times are in Unix
 * milliseconds.
 */
function describeTime(at: number, realNow: number, aheadMinutes: number | undefined): string {
  const now = realNow + (aheadMinutes ?? 0) * MINUTE;
  const age = now - at;
  const size = Math.abs(age);
  const isNear = aheadMinutes !== undefined && size < DAY;
  if (isNear && size < MINUTE) return relative.format(0, "second");
  if (isNear && size < HOUR) return relative.format(-Math.sign(age) * Math.floor(size / MINUTE), "minute");
  if (isNear) return relative.format(-Math.sign(age) * Math.floor(size / HOUR), "hour");
  const isThisYear = dayOf(at).slice(0, 4) === dayOf(now).slice(0, 4);
  return (isThisYear ? dayFormat : yearFormat).format(at);
}

/** The present minute; all times on the screen update together. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

/** In Nigeria, as the days of lists and books are, wherever the reader is. */
const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Lagos", ...options });
const dayFormat = formatOf({
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const yearFormat = formatOf({ day: "numeric", month: "short", year: "numeric" });
const fullFormat = formatOf({
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});
const exactFormat = formatOf({ dateStyle: "full", timeStyle: "long" });
