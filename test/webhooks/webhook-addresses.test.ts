import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allowsPeer, checkWebhookUrl } from "../../sql/webhooks/endpoints/url.ts";

type Range = readonly [first: bigint, last: bigint];

/** Addresses in each run; each is tried in every encoding. */
const ADDRESSES = 10_000;

/** IANA's registry of special IPv4 addresses, multicast and what is reserved, and the host of Azure's machines. */
const special4: Range[] = [
  v4("0.0.0.0", "0.255.255.255"),
  v4("10.0.0.0", "10.255.255.255"),
  v4("100.64.0.0", "100.127.255.255"),
  v4("127.0.0.0", "127.255.255.255"),
  v4("168.63.129.16", "168.63.129.16"),
  v4("169.254.0.0", "169.254.255.255"),
  v4("172.16.0.0", "172.31.255.255"),
  v4("192.0.0.0", "192.0.0.255"),
  v4("192.0.2.0", "192.0.2.255"),
  v4("192.31.196.0", "192.31.196.255"),
  v4("192.52.193.0", "192.52.193.255"),
  v4("192.88.99.0", "192.88.99.255"),
  v4("192.168.0.0", "192.168.255.255"),
  v4("192.175.48.0", "192.175.48.255"),
  v4("198.18.0.0", "198.19.255.255"),
  v4("198.51.100.0", "198.51.100.255"),
  v4("203.0.113.0", "203.0.113.255"),
  v4("224.0.0.0", "239.255.255.255"),
  v4("240.0.0.0", "255.255.255.255"),
];

/** All that is not 2000::/3, and what is special within it. */
const special6: Range[] = [
  v6("00000000000000000000000000000000", "1fffffffffffffffffffffffffffffff"),
  v6("20010000000000000000000000000000", "200101ffffffffffffffffffffffffff"),
  v6("20010db8000000000000000000000000", "20010db8ffffffffffffffffffffffff"),
  v6("20020000000000000000000000000000", "2002ffffffffffffffffffffffffffff"),
  v6("2620004f800000000000000000000000", "2620004f8000ffffffffffffffffffff"),
  v6("3fff0000000000000000000000000000", "3fff0fffffffffffffffffffffffffff"),
  v6("40000000000000000000000000000000", "7fffffffffffffffffffffffffffffff"),
  v6("80000000000000000000000000000000", "ffffffffffffffffffffffffffffffff"),
];

/** The ways to write an IPv4 address that parsers of URLs understand. */
const encodings4: Record<string, (octets: number[]) => string> = {
  dotted: (octets) => octets.join("."),
  decimal: (octets) => `${numberOf(octets)}`,
  hexadecimal: (octets) => `0x${numberOf(octets).toString(16)}`,
  octal: (octets) => octets.map((octet) => `0${octet.toString(8)}`).join("."),
  short: ([first, ...rest]) => `${first}.0x${numberOf(rest).toString(16)}`,
  "full-width": (octets) =>
    octets.join("。").replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
};

/** And of writing an IPv6 address. */
const encodings6: Record<string, (groups: string[]) => string> = {
  full: (groups) => groups.join(":"),
  "without zeros": (groups) => groups.map(stripped).join(":"),
  "upper case": (groups) => groups.join(":").toUpperCase(),
  shortened: (groups) => shortened(groups.map(stripped)),
  "with an IPv4 tail": (groups) => `${groups.slice(0, 6).join(":")}:${tailOf(groups)}`,
  "shortened with a tail": (groups) =>
    `${shortened([...groups.slice(0, 6).map(stripped), "x"]).replace(/x$/, tailOf(groups))}`,
};

describe("an address is classified by IANA's registries, however it is written", () => {
  test("IPv4 in six encodings", () => {
    fc.assert(
      fc.property(addressNear(special4, 32), (number) => {
        const octets = [24n, 16n, 8n, 0n].map((shift) => Number((number >> shift) & 255n));
        const isPublic = !isIn(special4, number);
        expect(allowsPeer(octets.join("."), "", [])).toBe(isPublic);
        for (const [name, encode] of Object.entries(encodings4)) {
          expect(checkWebhookUrl(`https://${encode(octets)}/`, { allowCidrs: [] }).ok, name).toBe(isPublic);
        }
      }),
      { numRuns: ADDRESSES },
    );
  });

  test("IPv6 in six encodings", () => {
    fc.assert(
      fc.property(addressNear(special6, 128), (number) => {
        const groups = number.toString(16).padStart(32, "0").match(/.{4}/g)!;
        const isPublic = !isIn(special6, number);
        expect(allowsPeer(groups.join(":"), "", [])).toBe(isPublic);
        for (const [name, encode] of Object.entries(encodings6)) {
          const url = `https://[${encode(groups)}]/`;
          expect(checkWebhookUrl(url, { allowCidrs: [] }).ok, `${name}: ${url}`).toBe(isPublic);
        }
      }),
      { numRuns: ADDRESSES },
    );
  });

  test("IPv4 within IPv6 is refused, public or not", () => {
    fc.assert(
      fc.property(addressNear(special4, 32), (number) => {
        const hex = number.toString(16).padStart(8, "0");
        const [high, low] = [hex.slice(0, 4), hex.slice(4)];
        const tail = `${high}:${low}`;
        for (const address of [
          ...[`::${tail}`, `::ffff:${tail}`, `::ffff:0:${tail}`, `64:ff9b::${tail}`, `64:ff9b:1::${tail}`],
          ...[`2002:${tail}::1`, `2001:0:${tail}::1`],
        ]) {
          expect(allowsPeer(address, "", []), address).toBe(false);
          expect(checkWebhookUrl(`https://[${address}]/`, { allowCidrs: [] }).ok, address).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

test.for([
  ...["9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"],
  ...["168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0"],
  ...["191.255.255.255", "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255"],
  ...["192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255"],
  ...["203.0.114.0", "223.255.255.255", "1.0.0.0", "2001:200::", "2001:db7:ffff::1", "2001:db9::"],
  ...["2003::1", "2606:4700::1111", "2620:4f:7fff::1", "2620:4f:8001::1", "3ffe:ffff::1", "3fff:1000::"],
])("an address next to a range is not refused: %s", (address) => {
  expect(allowsPeer(address, "", [])).toBe(true);
});

test.for([
  "",
  "example.com",
  "127.1",
  "8.8.8.8:80",
  "[2606:4700::1111]",
  "2606:4700::1111%eth0",
  "fe80::1%1",
])("anything but a plain address is refused: %s", (text) => {
  expect(allowsPeer(text, "", ["0.0.0.0/0", "::/0"])).toBe(false);
});

test("open networks allow their own addresses, IPv4-mapped or not, and nothing else", () => {
  const open = ["127.0.0.0/8", "10.1.0.0/16", "fd00:1::/32"];
  for (const address of ["127.0.0.1", "::ffff:127.0.0.1", "10.1.255.255", "fd00:1:ffff::1", "8.8.8.8"]) {
    expect(allowsPeer(address, "", open), address).toBe(true);
  }
  for (const address of ["10.0.255.255", "10.2.0.0", "::ffff:10.0.0.1", "fd00:2::", "::1", "::7f00:1"]) {
    expect(allowsPeer(address, "", open), address).toBe(false);
  }
});

/** Any address, as often one in or beside a special range. */
function addressNear(ranges: Range[], bits: number): fc.Arbitrary<bigint> {
  const last = (1n << BigInt(bits)) - 1n;
  const beside = fc
    .tuple(fc.constantFrom(...ranges.flat()), fc.bigInt({ min: -3n, max: 3n }))
    .map(([edge, distance]) => edge + distance)
    .filter((address) => address >= 0n && address <= last);
  const inside = fc.constantFrom(...ranges).chain(([min, max]) => fc.bigInt({ min, max }));
  const anywhere = fc.bigInt({ min: 0n, max: last });
  // Most of the IPv6 internet's addresses begin so; few random ones do.
  const handedOut = fc.bigInt({ min: last >> 3n, max: last >> 2n });
  return fc.oneof(anywhere, beside, inside, handedOut);
}

function isIn(ranges: Range[], address: bigint): boolean {
  return ranges.some(([first, last]) => first <= address && address <= last);
}

function v4(first: string, last: string): Range {
  return [first, last].map((text) => BigInt(numberOf(text.split(".").map(Number)))) as [bigint, bigint];
}

function v6(first: string, last: string): Range {
  return [BigInt(`0x${first}`), BigInt(`0x${last}`)];
}

function numberOf(octets: number[]): number {
  return octets.reduce((number, octet) => number * 256 + octet, 0);
}

function stripped(group: string): string {
  return group.replace(/^0{1,3}/, "");
}

function tailOf(groups: string[]): string {
  const pair = groups.slice(6).join("");
  return pair
    .match(/../g)!
    .map((byte) => Number.parseInt(byte, 16))
    .join(".");
}

/** With the first run of zero groups, if there is one, as `::`. */
function shortened(groups: string[]): string {
  const first = groups.indexOf("0");
  if (first === -1) return groups.join(":");
  const after = groups.findIndex((group, index) => index > first && group !== "0");
  return `${groups.slice(0, first).join(":")}::${after === -1 ? "" : groups.slice(after).join(":")}`;
}
