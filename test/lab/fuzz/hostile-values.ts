import fc from "fast-check";
import type { JsonText } from "./json-text.ts";
import { weighted } from "./weighted.ts";

const numbers = [
  ...["0", "-0", "-1", "1.5", "1e3", "100.0", "1e-7", "1e21", "1e308", "1e400", "-1e400", "1E999999999"],
  ...["9007199254740991", "9007199254740992", "9007199254740993", "9223372036854775808", "0.1e1"],
  ...["12345678901234567890123456789012345678901234567890", "00", "0x10", "+1", ".5", "NaN", "Infinity"],
];

const strings = [
  ...["", " ", "\0", "a\0b", "\ud800", "\udc00x", "\ud83d\ude00", "\r\nx-evil: 1", "\t", "\u202etxet", "ﬀ"],
  ...["__proto__", "constructor", "toString", "null", "undefined", "NaN", "true", "1e3", "0", "-1", "100"],
  ...["'; drop table payouts; --", "' or 1=1 --", "\\", "%00", "%", "${7*7}", "<script>alert(1)</script>"],
  ...["../../../../etc/passwd", "１２３４５６７８９０１", "١٢٣٤٥٦٧٨٩٠", "0000-00-00T00:00:00Z", "a@b"],
  ...["+275760-09-13T00:00:00.000Z", "2026-02-30T00:00:00Z", "0001-01-01T00:00:00+23:59", "{{7*7}}"],
  ...["9999-12-31T23:59:59-23:59", "javascript:alert(1)", "http://127.0.0.1\\@x", "https://[::1", "ngn"],
  ...["https://user:pass@example.com", "va_", "va_zzzzzzzzzzzzzzzzzzzzzzzzzz", "NGN "],
];

/** Nasty text: control characters, halves of surrogate pairs, far too long. */
export const hostileString: fc.Arbitrary<string> = weighted(
  [6, fc.constantFrom(...strings)],
  [2, fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 40 })],
  [2, fc.string({ maxLength: 300 })],
  [1, fc.constantFrom("x".repeat(5_000), "9".repeat(400), "\u{1f600}".repeat(200))],
);

const oddTexts = [
  ...["null", "true", "false", "[]", "{}", "[[]]", '""', '{"toString":1,"valueOf":null}', '{"toJSON":{}}'],
  ...['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}', '{"\\u0000":1}'],
  ...['{"value":100}', '{"value":"100","currency":"NGN"}', '{"length":99999999}', '{"\\ud800":1}'],
  '{"value":100,"currency":"NGN","currency":"USD"}',
];

const nested = fc
  .tuple(fc.constantFrom(["[", "]"], ['{"a":', "}"]), fc.constantFrom(10, 60, 70, 10_000))
  .map(([[open, close], depth]) => `${open!.repeat(depth)}1${close!.repeat(depth)}`);

const raw = (text: string): JsonText => ({ raw: text });

/** JSON that no schema expects. */
export const hostileJson: fc.Arbitrary<JsonText> = weighted(
  [5, fc.constantFrom(...numbers).map(raw)],
  [6, hostileString.map((text) => ({ text }))],
  [4, fc.constantFrom(...oddTexts).map(raw)],
  [2, fc.json({ maxDepth: 3 }).map(raw)],
  [1, nested.map(raw)],
);

const changes = ["replace", "replace", "replace", "wrap", "drop", "add", "twice", "twice before"] as const;
const uncalledFor = ["__proto__", "constructor", "merchantId", "status", "fee", "environment", "id"];

/** A change to one part of a valid body: another value, a field less, more, or twice. */
export const hostileChange: fc.Arbitrary<(part: JsonText) => JsonText> = fc
  .tuple(fc.constantFrom(...changes), hostileJson, fc.nat(20), fc.constantFrom(...uncalledFor))
  .map(([how, value, n, name]) => (part) => {
    if (how === "wrap") return [part];
    if (how === "replace" || Array.isArray(part) || !("members" in part)) return value;
    if (how === "add") return { members: [...part.members, [name, value]] };
    const chosen = part.members[n % Math.max(1, part.members.length)];
    if (chosen === undefined) return value;
    if (how === "drop") return { members: part.members.filter((member) => member !== chosen) };
    const again: [string, JsonText] = [chosen[0], value];
    return { members: how === "twice" ? [...part.members, again] : [again, ...part.members] };
  });

const noObjects = [
  ...[
    "",
    " ",
    "{",
    "[",
    "nul",
    "null",
    "1",
    '"x"',
    "[]",
    "{}{}",
    '{"a":1,}',
    "{'a':1}",
    "{a:1}",
    "\0",
    "{} x",
  ],
  ...["\xef\xbb\xbf{}", '{"a":"\xff"}', '{"a":"\xed\xa0\x80"}', '{"a":"\xc0\xaf"}', '{"a":"\x01"}'],
  "\x1f\x8b\x08\x00",
];

/** Bytes (one per character) that mostly are no JSON object in UTF-8, derived from a text that may be one. */
export function hostileBytes(valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const withByte = fc.tuple(valid, fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + String.fromCharCode(byte) + text.slice(place);
  });
  return weighted(
    [2, fc.constantFrom(...noObjects)],
    [1, fc.tuple(valid, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)))],
    [1, withByte],
    [1, valid.map((text) => text + " ".repeat(150_000))],
    [1, valid.map((text) => ` \n\t${text}\r\n `)],
    [1, fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString("latin1"))],
  );
}
