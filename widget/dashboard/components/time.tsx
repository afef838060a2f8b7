import { useEffect, useState } from "react";
import "./time.css";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * A moment. Recent ones are relative (5 minutes ago), others are dates; the title has it to the second, with the
 * zone.
 */
export function Time({ at, isFull = false }: { at: string; isFull?: boolean }) {
  const now = useNow();
  const date = new Date(at);
  const exact = exactFormat.format(date);
  return (
    <time className="time" dateTime={at} title={exact}>
      {isFull ? fullFormat.format(date) : describeTime(date.getTime(), now)}
    </time>
  );
}

/** A moment in words, seen from `now` (Unix milliseconds both). */
function describeTime(at: number, now: number): string {
  const age = now - at;
  const size = Math.abs(age);
  if (size < MINUTE) return relative.format(0, "second");
  if (size < HOUR) return relative.format(-Math.sign(age) * Math.floor(size / MINUTE), "minute");
  if (size < DAY) return relative.format(-Math.sign(age) * Math.floor(size / HOUR), "hour");
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? dayFormat : yearFormat).format(at);
}

/** The present minute; all times on the screen move together. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const yearFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const fullFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const exactFormat = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "full",
  timeStyle: "long",
});
