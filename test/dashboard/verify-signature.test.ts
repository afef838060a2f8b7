import { createHmac, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signWebhook } from "../../sql/webhooks/deliveries/signature.ts";
import { verifySignature } from "../../widget/dashboard/webhooks/verify-signature.ts";

const secret = `whsec_${randomBytes(32).toString("base64")}`;
const otherSecret = `whsec_${randomBytes(32).toString("base64")}`;
const body = '{"id":"evt_1","type":"webhook.test","data":{"url":"https://a.example/ọ","n":5}}';
const now = 1_800_000_000;

const signed = (given: { text?: string; key?: string; previous?: string; at?: number } = {}) =>
  signWebhook({
    id: "evt_1",
    timestamp: given.at ?? now - 10,
    body: Buffer.from(given.text ?? body),
    secret: given.key ?? secret,
    previousSecret: given.previous,
  })["x-service-signature"]!;

const header = signed();
const verify = (received: object, at: number | undefined = now) =>
  verifySignature({ header, body, secret, ...received }, at);

describe("the signature playground", () => {
  test("accepts what a delivery is signed with, also by the secret before the rotation", async () => {
    expect(await verify({})).toEqual({ kind: "valid", withPrevious: false });
    const rotated = signed({ key: otherSecret, previous: secret });
    expect(await verify({ header: rotated })).toEqual({ kind: "valid", withPrevious: true });
    expect(await verify({ header: `x-service-signature: ${header}` })).toMatchObject({ kind: "valid" });
  });

  test("says how old a signature is that fits otherwise", async () => {
    expect(await verify({ header: signed({ at: now - 301 }) })).toEqual({ kind: "stale", seconds: 301 });
    expect(await verify({ header: signed({ at: now + 400 }) })).toEqual({ kind: "stale", seconds: -400 });
    expect(await verifySignature({ header: signed({ at: 1 }), body, secret })).toMatchObject({
      kind: "valid",
    });
  });

  const v1 = /v1=(\w+)/.exec(header)![1]!;
  const t = `t=${now - 10}`;
  const digest = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest("hex");
  test.for([
    ["an empty header", { header: " " }, "headerEmpty"],
    ["an API key's header", { header: "Bearer sk_test_x" }, "bearer"],
    [
      "the Standard Webhooks header",
      { header: `v1,${randomBytes(32).toString("base64")}` },
      "standardHeader",
    ],
    ["no time", { header: `v1=${v1}` }, "noTime"],
    ["milliseconds", { header: `t=${now}000,v1=${v1}` }, "millis"],
    ["no signature", { header: t }, "noSignature"],
    ["base64", { header: `${t},v1=${Buffer.from(v1, "hex").toString("base64")}` }, "base64"],
    ["upper case", { header: `${t},v1=${v1.toUpperCase()}` }, "upperCase"],
    ["blanks in the header", { header: `${t}; v1=${v1}` }, "headerShape"],
    ["a member twice", { header: `${t},v1=${v1},v1=${v1}` }, "headerShape"],
    ["SHA-512", { header: `${t},v1=${v1}${v1}` }, "sha512"],
    ["an API key for a secret", { secret: "sk_test_x" }, "secretKey"],
    ["quotation marks around the secret", { secret: `"${secret}"` }, "secretBlank"],
    ["a line break after the secret", { secret: `${secret}\n` }, "secretBlank"],
    ["the secret without its beginning", { secret: secret.slice(6) }, "secretNoPrefix"],
    [
      "the decoded secret",
      { header: `${t},v1=${digest(Buffer.from(secret.slice(6), "base64"), `${now - 10}.${body}`)}` },
      "secretDecoded",
    ],
    ["the other secret", { secret: otherSecret, otherSecret: secret }, "otherSecret"],
    ["a line break at the end", { body: `${body}\n` }, "trailingNewline"],
    ["a trimmed body", { header: signed({ text: `${body}\n` }) }, "missingNewline"],
    ["other line breaks", { header: signed({ text: "{\n}" }), body: "{\r\n}" }, "lineEndings"],
    ["blanks around the body", { body: `  ${body}` }, "whitespace"],
    ["a byte order mark", { body: `\uFEFF${body}` }, "byteOrderMark"],
    ["formatted JSON", { body: JSON.stringify(JSON.parse(body), null, 2) }, "reserialised"],
    ["escaped slashes", { body: body.replaceAll("/", "\\/") }, "escaped"],
    ["escaped letters", { body: body.replace("ọ", "\\u1ecd") }, "escaped"],
    ["no time in what is signed", { header: `${t},v1=${digest(secret, body)}` }, "noDot"],
    ["a body that was cut", { body: body.slice(0, 40) }, "notJson"],
    ["formatted JSON in another order", { body: '{\n  "type": 1\n}' }, "likelyReserialised"],
    ["another secret", { secret: otherSecret }, "unknown"],
    ["another body", { body: '{"id":"evt_2"}' }, "unknown"],
  ] as const)("names %s", async ([, received, mistake]) => {
    expect(await verify(received)).toMatchObject({ kind: "wrong", mistake });
  });

  test("counts the digits of a signature that was cut", async () => {
    expect(await verify({ header: `${t},v1=${v1.slice(0, 40)}` })).toEqual({ kind: "short", digits: 40 });
  });
});
