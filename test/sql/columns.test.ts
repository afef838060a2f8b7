import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test as plainTest } from "vitest";
import { z } from "zod";
import { createLog, scrub, scrubLine } from "../../sql/columns/log-scrub.ts";
import { referencePattern } from "../../sql/columns/references.ts";
import { open, parseMasterKey, seal } from "../../sql/columns/sealed.ts";
import { allowsAddress, checkWebhookUrl } from "../../sql/columns/webhook-url.ts";
import { sql } from "../../sql/sql-tag.ts";
import { test } from "../helpers/test.ts";

describe("sealed columns", () => {
  plainTest("open what they sealed, with the same key and context only", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (text, context) => {
        const key = randomBytes(32);
        const sealed = seal(key, text.toWellFormed(), context);
        expect(open(key, sealed, context)).toBe(text.toWellFormed());
        expect(() => open(key, sealed, `${context}.`)).toThrow();
        expect(() => open(randomBytes(32), sealed, context)).toThrow("another SERVICE_ENCRYPTION_KEY");
      }),
    );
  });

  plainTest("notice a change of any byte", () => {
    const key = randomBytes(32);
    const sealed = seal(key, "whsec_secret", "context");
    for (let position = 0; position < sealed.length; position++) {
      const altered = Buffer.from(sealed);
      altered[position]! ^= 1;
      expect(() => open(key, altered, "context")).toThrow();
    }
  });

  plainTest("take a key of 32 bytes, and say so without repeating another", () => {
    expect(parseMasterKey(randomBytes(32).toString("base64"))).toHaveLength(32);
    expect(() => parseMasterKey("c2hvcnQ=")).toThrow(/^(?!.*c2hvcnQ)/);
  });
});

describe("references", () => {
  test("are prefixed, unique, sorted by time and of their pattern", async ({ database }) => {
    const made = await database.anyFirst(sql.type(z.object({ reference: z.string() }))`
      select new_reference('pyt') as reference from generate_series(1, 2000)`);
    expect(new Set(made).size).toBe(2000);
    for (const reference of made) expect(reference).toMatch(referencePattern("pyt"));
    const times = made.map((reference) => reference.slice(4, 14));
    expect(times).toEqual(times.toSorted());
    expect(new Set(made.map((reference) => reference.slice(14))).size).toBe(2000);
  });
});

describe("webhook URLs", () => {
  plainTest.for([
    ["ftp://example.com/", "must begin with"],
    ["javascript:alert(1)", "must begin with"],
    ["example.com/hook", "must be a complete URL"],
    ["https://user:pass@example.com/", "user name"],
    ["https://example.com\\@127.0.0.1/", "plain characters"],
    ["https://example.com/\n", "plain characters"],
    [`https://example.com/${"a".repeat(2048)}`, "plain characters"],
    ["http://127.0.0.1/", "private address"],
    ["http://127.1/", "private address"],
    ["http://2130706433/", "private address"],
    ["http://0x7f000001/", "private address"],
    ["http://0177.0.0.1/", "private address"],
    ["http://0/", "private address"],
    ["http://10.0.0.1/", "private address"],
    ["http://169.254.169.254/latest/meta-data", "private address"],
    ["http://192.168.1.1/", "private address"],
    ["http://100.64.0.1/", "private address"],
    ["http://[::1]/", "private address"],
    ["http://[::ffff:127.0.0.1]/", "private address"],
    ["http://[fd00::1]/", "private address"],
    ["http://[64:ff9b::7f00:1]/", "private address"],
    ["http://localhost:3000/", "public host"],
    ["http://shop.localhost/", "public host"],
  ])("W18 refuse %s", ([url, problem]) => {
    expect(checkWebhookUrl(url!, [])).toMatchObject({
      ok: false,
      problem: expect.stringContaining(problem!),
    });
  });

  plainTest("pass in their normal form", () => {
    expect(checkWebhookUrl("HTTPS://Example.COM/hook?x=1", [])).toEqual({
      ok: true,
      url: "https://example.com/hook?x=1",
    });
    expect(checkWebhookUrl("https://8.8.8.8/", [])).toMatchObject({ ok: true });
  });

  plainTest("may name addresses of the networks that were opened, and no others", () => {
    const allowed = ["127.0.0.0/8", "::1/128"];
    for (const url of ["http://127.0.0.1:4010/", "http://[::1]/", "http://localhost/"]) {
      expect(checkWebhookUrl(url, allowed)).toMatchObject({ ok: true });
    }
    expect(checkWebhookUrl("http://10.0.0.1/", allowed)).toMatchObject({ ok: false });
    expect(allowsAddress("::ffff:127.0.0.1", allowed)).toBe(true);
    expect(allowsAddress("::ffff:10.0.0.1", allowed)).toBe(false);
  });
});

describe("the log", () => {
  plainTest.for([
    ["BVN 22222222222 failed", "22222222222"],
    ['{"accountNumber":"0123456789"}', "0123456789"],
    ["phone=+2348031234567.", "8031234567"],
    ["key sk_test_abcDEF1234567890abcDEF1234567890", "abcDEF1234567890"],
    ["secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  ])("masks %s", ([line, secret]) => {
    expect(scrub(line!)).not.toContain(secret);
  });

  plainTest("leaves references, times and small numbers alone", () => {
    const line = '{"time":1763712345678,"reference":"pyt_01m7ynqjaj5z9bcqbdvk5p8610","ms":12345}';
    expect(scrubLine(line)).toBe(`${line}\n`);
  });

  plainTest("K16 masks any eleven digits in a row, whatever stands around them", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.stringMatching(/^[0-9]{11}$/), (before, after, digits) => {
        expect(scrub(`${before}${digits}${after}`)).not.toContain(digits);
      }),
    );
  });

  plainTest("masks wherever a secret stands: message, error, key, depth", () => {
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
