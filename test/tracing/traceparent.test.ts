import { expect, test } from "vitest";
import {
  createTraceId,
  formatTraceparent,
  parseTraceparent,
  rootOf,
} from "../../sql/process/tracing/trace.ts";
import { scrubLine } from "../../sql/process/logging.ts";

const place = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const valid = `00-${place.traceId}-${place.spanId}-01`;

test("a traceparent is read as W3C Trace Context demands", () => {
  expect(parseTraceparent(valid)).toEqual(place);
  expect(parseTraceparent(formatTraceparent(place))).toEqual(place);
  expect(parseTraceparent(`cc${valid.slice(2)}`)).toEqual(place);
  expect(parseTraceparent(`cc${valid.slice(2)}-what-a-later-version-adds`)).toEqual(place);
  const refused = [
    undefined,
    "",
    `ff${valid.slice(2)}`,
    `${valid}-more`,
    `cc${valid.slice(2)}.more`,
    valid.toUpperCase(),
    valid.slice(0, -1),
    ` ${valid}`,
    `${valid}, ${valid}`,
    valid.replace(place.traceId, "0".repeat(32)),
    valid.replace(place.spanId, "0".repeat(16)),
    valid.replace("4bf9", "4bg9"),
  ];
  expect(refused.filter((header) => parseTraceparent(header) !== undefined)).toEqual([]);
});

test("the log shows trace ids as they are, and the first span's id is half of them", () => {
  const ids = Array.from({ length: 2_000 }, createTraceId);
  const shown = (traceId: string) => JSON.parse(scrubLine(JSON.stringify({ traceId }))).traceId;
  expect(ids.filter((id) => shown(id) !== id || !/^[0-9a-f]{32}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(rootOf(place.traceId)).toEqual({ traceId: place.traceId, spanId: "a3ce929d0e0e4736" });
});
