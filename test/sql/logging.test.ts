import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLog, scrub, scrubLine } from "../../sql/process/logging.ts";

describe("the log", () => {
  test.for([
    ["BVN 22222222222 failed", "22222222222"],
    ['{"accountNumber":"0123456789"}', "0123456789"],
    ["phone=+2348031234567.", "8031234567"],
    ["key sk_test_abcDEF1234567890abcDEF1234567890", "abcDEF1234567890"],
    ["secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  ])("masks %s", ([line, secret]) => {
    expect(scrub(line!)).not.toContain(secret);
  });

  test("leaves references, times and small numbers alone", () => {
    const line = '{"time":1763712345678,"reference":"pyt_01m7ynqjaj5z9bcqbdvk5p8610","ms":12345}';
    expect(scrubLine(line)).toBe(`${line}\n`);
  });

  test("leaves the trace's id alone, whatever digits it has, and nothing else that is called so", () => {
    const line = '{"traceId":"4bf92f3577b34da6a3ce929012345678"}';
    expect(scrubLine(line)).toBe(`${line}\n`);
    expect(scrubLine('{"traceId":"22222222222"}')).not.toContain("22222222222");
  });

  test("masks any eleven digits in a row, with any text around them", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.stringMatching(/^[0-9]{11}$/), (before, after, digits) => {
        expect(scrub(`${before}${digits}${after}`)).not.toContain(digits);
      }),
    );
  });

  test("masks wherever a secret stands: message, error, key, depth", () => {
    const lines: string[] = [];
    const log = createLog("test", "info", { write: (line) => void lines.push(line) });
    log.info("raw body: %s", '{"bvn":"22222222222"}\\n22222222222');
    const error = new Error("bad value\n22222222222", { cause: new Error("sk_live_abcdefghijkl") });
    log.error(
      { err: error, a: { b: { c: { d: { e: "22222222222" } } } }, BVN: 22222222222 },
      "about 22222222222",
    );
    expect(lines.join("")).not.toMatch(/22222222222|abcdefghijkl/);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });
});
