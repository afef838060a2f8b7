import fc from "fast-check";
import { hostileString } from "./hostile-values.ts";
import { weighted } from "./weighted.ts";

/** A name and a value; a header may come twice. */
export type Header = [string, string];

/** Instead of a name in a path or a query: meaningless escapes, path traversal, names of another kind. */
const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...["%00", "%", "%zz", "%ff", "%ed%a0%80", "%c0%af", "..%2f..%2fetc%2fpasswd", "%2e%2e", "%E2%80%AE"],
    ...["__proto__", "a".repeat(3_000), "'%20or%201=1", "*", ";", ":reference", "{{pyt:0}}%00"],
    ...["{{va:0}}", "{{slug:0}}", "{{evt:0}}", "{{pyt:0}}"],
  ),
  hostileString.map((text) => escaped(text).slice(0, 6_000)),
);

/** An operation's path, with an unknown name or written unusually. */
export function hostilePath(path: string): fc.Arbitrary<string> {
  const withName = hostileName.map((name) =>
    path.includes("{") ? path.replace(/\{\w+\}/, name) : `${path}/${name}`,
  );
  const twisted = [
    `/${path}`,
    `${path}/`,
    `${path}//`,
    path.toUpperCase(),
    `/.${path}`,
    `${path}/..`,
    `${path};x=1`,
  ];
  return weighted([5, withName], [1, fc.constantFrom(...twisted)]);
}

/** A query that gives these parameters invalid values, several values, or values as object members. */
export function hostileQuery(names: string[]): fc.Arbitrary<string> {
  const name = fc.constantFrom(...names, "__proto__", "constructor", "environment", "merchantId");
  const value = hostileString.map((text) => text.slice(0, 2_000));
  return weighted(
    [5, fc.tuple(name, value).map((pair) => queryOf([pair]))],
    [1, fc.tuple(name, hostileName).map((pair) => pair.join("="))],
    [
      2,
      fc.tuple(name, value, value).map(([twice, one, other]) =>
        queryOf([
          [twice, one],
          [twice, other],
        ]),
      ),
    ],
    [1, name.map((list) => `${list}[]=1&${list}[%24gt]=1&${list}[__proto__][polluted]=1&${list}.x=1`)],
    [
      1,
      fc.constantFrom(
        ...["&&&", "=", "%", "%zz=%zz", "%00=%00", "limit", "limit=", "limit=1;limit=2", "?limit=1"],
        ...["a".repeat(9_000), "x=1&".repeat(1_500)],
      ),
    ],
  );
}

/** {{key:1}} to {{key:5}} are keys that must not work: another merchant's, revoked, without scopes, live, expired. */
const credentials = [
  ...["", "Bearer", "Bearer ", "bearer {{key:0}}", "Basic {{key:0}}", "{{key:0}}", "Bearer {{key:0}} x"],
  ...["Bearer {{key:1}}", "Bearer {{key:2}}", "Bearer {{key:3}}", "Bearer {{key:4}}", "Bearer {{key:5}}"],
  ...["Bearer {{key:0}}, Bearer {{key:1}}", "Bearer\t{{key:0}}", "Bearer sk_test_x", "Bearer sk_test_%00"],
  ...[
    `Bearer sk_test_${"x".repeat(32)}`,
    `Bearer ${"x".repeat(7_000)}`,
    "Bearer \xff\xfe",
    "Digest username=x",
  ],
];

const signatures = [
  ...["", "t=1,v1=00", `t=1,v1=${"0".repeat(64)}`, "{{signature:600}}", "v1={{signature:0}}", "t=,v1="],
  "x".repeat(7_000),
];

/** Headers that must not give the access of `access`: others, none, or the same ones twice. */
export function hostileAccess(access: Header[]): fc.Arbitrary<Header[]> {
  return weighted(
    [10, fc.constantFrom(...credentials).map((value): Header[] => [["authorization", value]])],
    [3, fc.constantFrom(...signatures).map((value): Header[] => [["x-provider-signature", value]])],
    [1, fc.constantFrom<Header[]>([], [...access, ...access], [["cookie", "session={{key:0}}"]])],
  );
}

/** The characters of a text that a header may contain. */
const headerValue = hostileString.map((text) =>
  Buffer.from(text, "utf8")
    .toString("latin1")
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, "")
    .slice(0, 4_000),
);

const readHeaders = [
  ...[
    "idempotency-key",
    "if-none-match",
    "x-request-id",
    "x-forwarded-for",
    "x-http-method-override",
    "range",
  ],
];

const oddHeaders: Header[] = [
  ...([
    ["accept", "text/html"],
    ["__proto__", "x"],
    ["constructor", "x"],
    ["origin", "https://evil.example"],
  ] as Header[]),
  ...([
    ["expect", "100-continue"],
    ["expect", "a-miracle"],
    ["if-none-match", "*"],
  ] as Header[]),
  ...([
    ["if-none-match", '"x", W/"y"'],
    ["x-forwarded-for", "1.2.3.4, ".repeat(200)],
  ] as Header[]),
  ...([
    ["x-big", "x".repeat(12_000)],
    ["x-bigger", "x".repeat(20_000)],
  ] as Header[]),
];

/** Headers with a meaning and unusual values, and some that nobody should send. */
export const hostileHeaders: fc.Arbitrary<Header[]> = weighted(
  [3, fc.tuple(fc.constantFrom(...readHeaders), headerValue).map((header): Header[] => [header])],
  [
    2,
    fc
      .tuple(headerValue, headerValue)
      .map((both): Header[] => both.map((value) => ["idempotency-key", value])),
  ],
  [3, fc.constantFrom(...oddHeaders).map((header): Header[] => [header])],
  [
    1,
    fc.constant<Header[]>([
      ["upgrade", "websocket"],
      ["connection", "Upgrade, close"],
    ]),
  ],
);

const contentTypes = [
  ...[
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
  ],
  ...[
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/json;charset=latin1",
    "json",
    "*/*",
  ],
  ...[
    'application/json; charset="utf-8',
    "application/json, text/html",
    "application/json; charset=utf-16",
    "\xff",
  ],
];

/** Media types of a body, JSON and others, and unsupported encodings. */
export const hostileContentType: fc.Arbitrary<Header[]> = weighted(
  [1, fc.constant<Header[]>([])],
  [3, fc.constantFrom(...contentTypes).map((value): Header[] => [["content-type", value]])],
  [
    1,
    fc.constantFrom("gzip", "br", "deflate", "identity", "zstd", "x").map((value): Header[] => [
      ["content-type", "application/json"],
      ["content-encoding", value],
    ]),
  ],
);

/** The query of a request, escaped. */
export function queryOf(pairs: Header[]): string {
  return pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join("&");
}

/** Escaped as by a client, except for placeholders of the stock. */
function escaped(text: string): string {
  if (/^\{\{[a-z_]+:\d+\}\}$/.test(text)) return text;
  return Buffer.from(text, "utf8")
    .toString("latin1")
    .replace(/[^\w.~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
