import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express, { type RequestHandler } from "express";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  expressMiddleware,
  sign,
  verify,
  WebhookVerificationError,
  type WebhookEvent,
} from "../../sdk/node/webhooks-node.ts";
import * as webhooks from "../../sdk/node/webhooks.ts";
import { signWebhook } from "../../sql/webhooks/deliveries/signature.ts";

const now = 1_767_225_600;
const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const previousSecret = "whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=";
const otherSecret = "whsec_QEFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFlaW1xdXl8=";
const text =
  '{"id":"evt_01kd0000000000000000000000","environment":"test","data":{"name":"Adé Ọláyínká 💸 \u2028\u2029 <&>\\u00e9","value":9007199254740993,"tiny":1e-7}}';
const body = Buffer.from(text);

// Digests computed apart from this code base, with Python's hmac module.
const v1 = "c851fd9343f7305d77fa6e73ef4241bdf988024428492f86a2f3b17bc20924cd";
const previousV1 = "feafb4476aa1af8226ce81c9a03a0474fd3b50e3075a68fd1cc1fd4da3b81d0e";
const header = `t=${now},v1=${v1}`;
const rotating = `${header},v1_prev=${previousV1}`;

/** How a verification ends: "verified", or the code of its refusal. Anything else that is thrown fails the test. */
function outcome(...[rawBody, sent, secrets, options = { now }]: Parameters<typeof verify>): string {
  const refusal = refusalOf(rawBody, sent, secrets, options);
  return refusal === undefined ? "verified" : refusal.code;
}

function refusalOf(
  ...[rawBody, sent, secrets, options = { now }]: Parameters<typeof verify>
): WebhookVerificationError | undefined {
  try {
    verify(rawBody, sent, secrets, options);
    return undefined;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error;
    throw new Error("something else was thrown", { cause: error });
  }
}

/** A header that is right for these bytes at this time. */
const signedAt = (time: string | number, bytes: Buffer = body) =>
  `t=${time},v1=${createHmac("sha256", secret).update(`${time}.`).update(bytes).digest("hex")}`;

describe("verify", () => {
  test("accepts the golden vectors over unicode, emoji, U+2028 and big integers, as text and as bytes", () => {
    const view = new Uint8Array([0, ...body, 0]).subarray(1, body.length + 1);
    for (const raw of [body, text, new Uint8Array(body), view, new Uint8Array(body).buffer]) {
      const event: WebhookEvent = verify(raw, header, secret, { now });
      expect(event).toEqual(JSON.parse(text));
    }
    expect(outcome(body, [header], [secret])).toBe("verified");
    // What the service signs with today.
    const headers = signWebhook({ id: "evt_1", timestamp: now, body, secret, previousSecret });
    expect(headers["x-service-signature"]).toBe(rotating);
  });

  test("compares each secret with v1 and v1_prev", () => {
    const verdicts = (sent: string) =>
      [secret, previousSecret, otherSecret, [otherSecret, previousSecret], [secret, otherSecret], []].map(
        (secrets) => outcome(body, sent, secrets),
      );
    expect(verdicts(header)).toEqual([
      "verified",
      "WRONG_SECRET",
      "WRONG_SECRET",
      "WRONG_SECRET",
      "verified",
      "WRONG_SECRET",
    ]);
    expect(verdicts(rotating)).toEqual([
      "verified",
      "verified",
      "WRONG_SECRET",
      "verified",
      "verified",
      "WRONG_SECRET",
    ]);
    expect(outcome(body, `t=${now},v1=${"0".repeat(64)},v1_prev=${v1}`, secret)).toBe("verified");
  });

  test("accepts 300 seconds in either direction; one more is refused with the reason", () => {
    const at = (seconds: number, toleranceSeconds?: number) =>
      refusalOf(body, header, secret, {
        now: now + seconds,
        ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
      });
    for (const seconds of [0, 300, -300]) expect(at(seconds)).toBeUndefined();
    expect(at(301)).toMatchObject({ code: "TIMESTAMP_TOO_OLD" });
    expect(at(301)!.message).toContain("signed 301 seconds ago");
    expect(at(300.5)).toMatchObject({ code: "TIMESTAMP_TOO_OLD" });
    expect(at(-301)).toMatchObject({ code: "TIMESTAMP_IN_FUTURE" });
    expect(at(-301)!.message).toContain("301 seconds in the future: this machine's clock is behind");
    expect([at(10, 10), at(11, 10)?.code]).toEqual([undefined, "TIMESTAMP_TOO_OLD"]);
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY]) expect(at(odd)?.code).toBe("TIMESTAMP_TOO_OLD");
    expect(at(0, Number.NaN)?.code).toBe("TIMESTAMP_TOO_OLD");
    // By the machine's clock where no time is given.
    expect(outcome(body, header, secret, {})).toBe("TIMESTAMP_TOO_OLD");
    const present = Math.floor(Date.now() / 1000);
    expect(verify(body, signedAt(present), secret)).toEqual(JSON.parse(text));
  });

  test.for([
    ["no t", `v1=${v1}`],
    ["t twice", `t=${now},t=${now},v1=${v1}`],
    ["t=NaN", signedAt("NaN")],
    ["t=1e9", signedAt("1e9")],
    ["a signed t", signedAt(`+${now}`)],
    ["a negative t", signedAt(-1)],
    ["a fraction of a second", signedAt(`${now}.0`)],
    ["hexadecimal t", signedAt(`0x${now.toString(16)}`)],
    ["an empty t", signedAt("")],
    ["t of another script", signedAt("١٧٦٧٢٢٥٦٠٠")],
    ["a t too long", signedAt("1".repeat(13))],
    ["no v1", `t=${now}`],
    ["v1 twice", `t=${now},v1=${v1},v1=${v1}`],
    ["v1 in upper case", `t=${now},v1=${v1.toUpperCase()}`],
    ["v1 too short", `t=${now},v1=${v1.slice(0, -1)}`],
    ["v1 too long", `t=${now},v1=${v1}0`],
    ["v1 that is no hex", `t=${now},v1=${"g".repeat(64)}`],
    ["v1 in base64", `t=${now},v1=${Buffer.from(v1, "hex").toString("base64")}`],
    ["v1_prev that is no hex", `${header},v1_prev=x`],
    ["v1_prev alone", `t=${now},v1_prev=${v1}`],
    ["a semicolon", header.replace(",", ";")],
    ["a comma too many", `${header},`],
    ["no pairs", "signed"],
    ["the header twice, joined", `${header}, ${header}`],
  ])("refuses a header with %s, without throwing anything else", ([, sent]) => {
    expect(outcome(body, sent, secret)).toBe("MALFORMED_HEADER");
  });

  test("a missing header is named, and one that came twice is refused", () => {
    for (const missing of [undefined, null, "", []]) {
      expect(outcome(body, missing, secret)).toBe("MISSING_HEADER");
    }
    expect(outcome(body, [header, header], secret)).toBe("MALFORMED_HEADER");
    expect(outcome(body, { t: now } as never, secret)).toBe("MALFORMED_HEADER");
  });

  test("v0 and other unknown versions are ignored", () => {
    expect(outcome(body, `v0=${"0".repeat(64)},${header},v2=x=y,v0=again`, secret)).toBe("verified");
    expect(outcome(body, `t=${now},v0=${v1}`, secret)).toBe("MALFORMED_HEADER");
    expect(outcome(body, `t=${now},v1=${"0".repeat(64)},v0=${v1}`, secret)).toBe("WRONG_SECRET");
  });

  test("a body that was parsed and serialized again, or changed in any byte, is refused", () => {
    expect(outcome(JSON.stringify(JSON.parse(text)), header, secret)).toBe("WRONG_SECRET");
    expect(outcome(`${text} `, header, secret)).toBe("WRONG_SECRET");
    expect(outcome(`\ufeff${text}`, header, secret)).toBe("WRONG_SECRET");
    expect(outcome("", header, secret)).toBe("WRONG_SECRET");
    for (let at = 0; at < body.length; at += 1) {
      const changed = Buffer.from(body);
      changed[at]! ^= 1;
      expect(outcome(changed, header, secret)).toBe("WRONG_SECRET");
    }
    expect(refusalOf(`${text} `, header, secret)!.message).toContain("before anything parses");
  });

  test("a signature of another time is refused", () => {
    expect(outcome(body, `t=${now + 1},v1=${v1}`, secret)).toBe("WRONG_SECRET");
    expect(outcome(body, `t=0${now},v1=${v1}`, secret)).toBe("WRONG_SECRET");
  });

  test("names the mistake made with the secret, and never prints it", () => {
    const told = (given: unknown, bytes: Buffer = body) => {
      const refusal = refusalOf(bytes, header, given as string)!;
      expect(refusal.code).toBe("WRONG_SECRET");
      for (const part of [given].flat()) if (part) expect(refusal.message).not.toContain(String(part).trim());
      return refusal.message;
    };
    for (const nothing of [undefined, null, "", [], [""], [secret, undefined], 7, {}]) {
      expect(told(nothing)).toContain("is it set in this process's environment?");
    }
    expect(told("sk_test_0123456789")).toContain("does not begin with whsec_");
    expect(told(secret.slice("whsec_".length))).toContain("does not begin with whsec_");
    for (const dirty of [`${secret}\n`, ` ${secret}`, `"${secret}"`]) {
      expect(told(dirty)).toContain("blanks, line breaks or quotation marks");
      expect(told(dirty)).not.toContain("does not begin");
    }
    expect(told(otherSecret)).not.toMatch(/blanks|does not begin/);
    expect(told(otherSecret)).toContain("secret is that of the test endpoint");
    expect(told(otherSecret, Buffer.from('{"environment":"live"}'))).toContain("that of the live endpoint");
    for (const unsaid of ["{}", "null", '{"environment":"<b>"}', "no json"]) {
      expect(told(otherSecret, Buffer.from(unsaid))).not.toContain("endpoint");
    }
  });

  test("says that a body was parsed, and how to get its bytes", () => {
    for (const parsed of [JSON.parse(text), {}, [], 7, true]) {
      const refusal = refusalOf(parsed, header, secret)!;
      expect(refusal.code).toBe("PARSED_BODY");
      expect(refusal.message).toContain("The body was parsed");
      expect(refusal.message).toContain("express.raw");
    }
    for (const nothing of [undefined, null] as never[]) {
      expect(refusalOf(nothing, header, secret)!.message).toContain("There is no body");
    }
  });

  test("a signed body that is no JSON is refused too", () => {
    const bytes = Buffer.from("{");
    expect(outcome(bytes, signedAt(now, bytes), secret)).toBe("NOT_JSON");
  });

  test("throws nothing but its own error, for any input", () => {
    const parts = fc.constantFrom("t", "v1", "v1_prev", "=", ",", `${now}`, v1, " ", "\u0000", "💸");
    const anything = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withNullPrototype: true }),
      fc.array(parts).map((some) => some.join("")),
      fc.constantFrom(body, header, secret),
    );
    fc.assert(
      fc.property(anything, anything, anything, (rawBody, sent, secrets) => {
        expect(outcome(rawBody as never, sent as never, secrets as never)).toMatch(/^(verified|[A-Z_]+)$/);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("expressMiddleware", () => {
  /** Starts an Express application with the middleware behind `before`, and sends it requests. */
  async function listen(before: RequestHandler[]) {
    const app = express();
    const verified: (WebhookEvent | undefined)[] = [];
    app.post(
      "/hooks",
      ...before,
      expressMiddleware({ secrets: [otherSecret, secret] }),
      (request, response) => {
        verified.push(request.webhookEvent);
        response.sendStatus(204);
      },
    );
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const send = (headers: Record<string, string>, sent: Buffer = body) =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: sent,
      });
    return { send, verified, [Symbol.asyncDispose]: async () => void server.close() };
  }
  const fresh = () => ({ "x-service-signature": signedAt(Math.floor(Date.now() / 1000)) });

  test("passes the event on, and responds 400 with the reason to anything else", async () => {
    await using app = await listen([express.raw({ type: "application/json" })]);
    expect((await app.send(fresh())).status).toBe(204);
    expect(app.verified).toEqual([JSON.parse(text)]);

    for (const [code, headers, sent] of [
      ["MISSING_HEADER", {}, body],
      ["MALFORMED_HEADER", { "x-service-signature": "t=1" }, body],
      ["WRONG_SECRET", fresh(), Buffer.from("{}")],
      ["TIMESTAMP_TOO_OLD", { "x-service-signature": header }, body],
      ["PARSED_BODY", { ...fresh(), "content-type": "text/plain" }, body],
    ] as const) {
      const response = await app.send(headers, sent);
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: { code, message: expect.any(String) } },
      ]);
    }
    expect(app.verified).toHaveLength(1);
  });

  test("after express.json() it says what to mount", async () => {
    await using app = await listen([express.json()]);
    const response = await app.send(fresh());
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: {
        code: "PARSED_BODY",
        message: expect.stringContaining('mount express.raw({ type: "application/json" })'),
      },
    });
  });

  test("a missing secret is reported at start", () => {
    expect(() => expressMiddleware({ secrets: undefined as never })).toThrow(/is it set/);
  });
});

describe("where there is no node:crypto", () => {
  test("verify decides and says the same, for any input", async () => {
    const anything = fc.constantFrom<unknown>(
      ...[body, text, `${text} `, "", "{", JSON.parse(text), undefined, new Uint8Array(body).buffer],
      ...[
        header,
        rotating,
        [header],
        "",
        undefined,
        `t=${now}`,
        `t=${now + 1},v1=${v1}`,
        signedAt(now - 301),
      ],
      ...[secret, previousSecret, otherSecret, [otherSecret, secret], [], `${secret}\n`, "sk_test_1"],
    );
    await fc.assert(
      fc.asyncProperty(anything, anything, anything, async (rawBody, sent, secrets) => {
        const given = [rawBody, sent, secrets, { now }] as unknown as Parameters<typeof verify>;
        const refusal = refusalOf(...given);
        const decided = webhooks.verify(...given);
        if (refusal === undefined) expect(await decided).toEqual(verify(...given));
        else await expect(decided).rejects.toMatchObject({ code: refusal.code, message: refusal.message });
      }),
      { numRuns: 2_000 },
    );
    expect(await webhooks.verify(body, rotating, previousSecret, { now })).toEqual(JSON.parse(text));
    await expect(webhooks.verify(`${text} `, header, secret, { now })).rejects.toMatchObject({
      code: "WRONG_SECRET",
    });
  });

  test("fetchHandler responds 204 when the event is handled, and 400 with the reason otherwise", async () => {
    const handled: WebhookEvent[] = [];
    const handler = webhooks.fetchHandler({ secrets: [otherSecret, secret] }, async (event) => {
      if (event.id === "evt_bad") throw new Error("not today");
      handled.push(event);
    });
    const request = (init: RequestInit) =>
      new Request("https://shop.example.com/hooks", { method: "POST", ...init });
    const event = { id: "evt_1", type: "webhook.test" };
    expect((await handler(request(await webhooks.sign(event, secret)))).status).toBe(204);
    expect(handled).toEqual([event]);

    const unsigned = await handler(request({ body: text }));
    expect([unsigned.status, await unsigned.json()]).toEqual([
      400,
      { error: { code: "MISSING_HEADER", message: expect.any(String) } },
    ]);
    const read = request(await webhooks.sign(event, secret));
    await read.json();
    expect(await (await handler(read)).json()).toMatchObject({ error: { code: "PARSED_BODY" } });
    // The service sends it again, as the framework responds with 500.
    await expect(handler(request(await webhooks.sign({ id: "evt_bad" }, secret)))).rejects.toThrow(
      "not today",
    );
    expect(() => webhooks.fetchHandler({ secrets: "" }, () => {})).toThrow(/is it set/);
  });
});

test("sign makes what the service sends, in both modules", async () => {
  const options = { timestamp: now, previousSecret };
  const signed = sign(text, secret, options);
  expect(signed).toEqual({
    body: text,
    headers: { "content-type": "application/json", "x-service-signature": rotating },
  });
  expect(await webhooks.sign(text, secret, options)).toEqual(signed);
  const fresh = sign({ id: "evt_1" }, secret);
  expect(verify(fresh.body, fresh.headers["x-service-signature"], secret)).toEqual({ id: "evt_1" });
});
