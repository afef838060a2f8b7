import type { DnsAnswer, QueryType } from "./start-dns-server.ts";

/** Where a URL of the tables has this, tests put the port of a listener that must not be connected to. */
export const PORT = "PORT";

/** A URL that is refused as it is written, and words of the reason. */
export type HostileUrl = readonly [url: string, reason: string];

const address = "private or reserved address";
const name = "host of the public internet";
const characters = "spaces, backslashes or control characters";
const complete = "complete URL";
const user = "user name or password";

const hosts = (reason: string, ...written: string[]): HostileUrl[] =>
  written.map((host) => [`http://${host}:${PORT}/hooks`, reason]);

/** URLs that are refused whichever networks are open, unless it is the one that they name. */
export const hostileUrls: HostileUrl[] = [
  ...hosts(address, "127.0.0.1", "127.1", "127.0.1", "127.0.0.2", "127.255.255.254"),
  ...hosts(address, "2130706433", "0x7f000001", "0X7F000001", "0x7f.1", "0x7f.0x0.0x0.0x1"),
  ...hosts(address, "0177.0.0.1", "0177.1", "017700000001", "0000000177.0.0.1", "127.000.000.001"),
  ...hosts(address, "0", "0x0", "00", "0.0.0.0", "0.1.2.3", "127.0.0.1.", "127.1.", "0x7f.1."),
  ...hosts(address, "１２７.０.０.１", "127。0。0。1", "127．0．0．1", "127｡0｡0｡1", "①②⑦.⓪.⓪.①", "𝟏𝟐𝟕.𝟎.𝟎.𝟏"),
  ...hosts(address, "127%2e0%2e0%2e1", "127.0.0.%31", "%31%32%37.0.0.1", "%30", "0x7f%2E1"),
  ...hosts(address, "3232235777", "0xa9fea9fe", "0251.0376.0251.0376", "0xa9.254.0251.254"),
  ...hosts(complete, "256.0.0.1", "1.2.3.4.5", "0x100000000", "09.0.0.1", "127..1"),

  ...hosts(address, "[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::0.0.0.1]"),
  ...hosts(address, "[::ffff:7f00:1]", "[::ffff:127.0.0.1]", "[::FFFF:127.0.0.1]", "[::ffff:10.0.0.1]"),
  ...hosts(address, "[::7f00:1]", "[::127.0.0.1]", "[::a9fe:a9fe]", "[::ffff:0:7f00:1]", "[::ffff:8.8.8.8]"),
  ...hosts(address, "[64:ff9b::7f00:1]", "[64:ff9b::8.8.8.8]", "[64:ff9b:1::a9fe:a9fe]"),
  ...hosts(address, "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[2001:0:4136:e378:8000:63bf:3fff:fdd2]"),
  ...hosts(address, "[fe80::1]", "[fec0::1]", "[fc00::1]", "[fdff::1]", "[ff02::1]", "[ff0e::1]"),
  ...hosts(address, "[100::1]", "[2001:db8::1]", "[2001:2::1]", "[2001:10::1]", "[2001:20::1]"),
  ...hosts(address, "[3fff::1]", "[5f00::1]", "[4000::1]", "[1fff::1]", "[2620:4f:8000::1]", "[1::1]"),
  ...hosts(complete, "[fe80::1%25eth0]", "[fe80::1%eth0]", "[::1%251]", "[::1", "[:::1]", "[::127.1]"),

  ...hosts(address, "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255"),
  ...hosts(address, "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255"),
  ...hosts(address, "169.254.0.0", "169.254.255.255", "192.0.0.0", "192.0.0.255", "192.0.2.255"),
  ...hosts(address, "198.18.0.0", "198.19.255.255", "198.51.100.255", "203.0.113.0", "192.88.99.1"),
  ...hosts(address, "224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.254", "255.255.255.255"),

  ...hosts(address, "169.254.169.254", "169.254.170.2", "[fd00:ec2::254]", "100.100.100.200"),
  ...hosts(address, "192.0.0.192", "168.63.129.16", "[::ffff:169.254.169.254]", "[::168.63.129.16]"),
  ...hosts(name, "metadata.google.internal", "metadata.google.internal.", "METADATA.google.INTERNAL"),

  ...hosts(name, "localhost", "LOCALHOST", "localhost.", "shop.localhost", "ⓛocalhost", "%6cocalhost"),
  ...hosts(
    name,
    "printer.local",
    "vault.internal",
    "abc.onion",
    "1.0.0.127.in-addr.arpa",
    "router.home.arpa",
  ),
  ...hosts(
    name,
    "127.0.0.1..",
    "example.com..",
    "a..example.com",
    ".example.com",
    "*.example.com",
    "$(id).example.com",
  ),
  ...hosts(name, "-a.example.com", `${"a".repeat(64)}.example.com`, `${"abc.".repeat(70)}example.com`),
  ...hosts(user, "user:pass@127.0.0.1", "user@example.com", "@127.0.0.1", ":@127.0.0.1", "a@b@127.0.0.1"),
  ...hosts(characters, "127.0.0.1\\", "127.0.0.1\t", "127.0\n.0.1", "127.0.0.1\u0000", "127.0.0.1 "),
  ...hosts(characters, "127.0.0.\u00ad1", "\u200b127.0.0.1", "127.0.0.1\u2028", "localhost\ud800"),
  [` http://127.0.0.1:${PORT}/`, characters],
  [`http://127.0.0.1:${PORT}/\r\nhost: example.com`, characters],
  [`http://127.0.0.1:${PORT}/${"a".repeat(2048)}`, "2048"],
  [`http://127.0.0.1:${PORT}/${"é".repeat(1000)}`, "2048"],
  ["ftp://127.0.0.1/", "http://"],
  ["file:///etc/passwd", "http://"],
  ["gopher://127.0.0.1:70/_", "http://"],
  ["javascript:alert(1)", "http://"],
  ["data:text/plain,hello", "http://"],
  ["blob:http://127.0.0.1/1", "http://"],
  ["unix:///var/run/docker.sock", "http://"],
  ["ws://127.0.0.1/", "http://"],
  ["127.0.0.1", "http://"],
  ["//127.0.0.1/", "http://"],
  ["", "http://"],
  ["http://", complete],
  ["http:///127.0.0.1/", complete],
  ["http://127.0.0.1:99999/", complete],
  ["http://127.0.0.1:http/", complete],
  ["https://example.com/#fragment", "after #"],

  [`https://example.com\\@127.0.0.1:${PORT}/`, characters],
  [`http://127.0.0.1:${PORT}\\@example.com/`, characters],
  [`http:\\\\127.0.0.1:${PORT}\\`, characters],
  [`http://127.0.0.1:${PORT}#@example.com`, "after #"],
  [`http://127.0.0.1:${PORT}?@example.com`, address],
  [`http://example.com@127.0.0.1:${PORT}/`, user],
  [`http://example.com:80@127.0.0.1:${PORT}/`, user],
  [`http://example.com%40127.0.0.1:${PORT}/`, complete],
  [`http:127.0.0.1:${PORT}/`, "http://"],
  [`http:/127.0.0.1:${PORT}/`, "http://"],
  [`http:example.com`, "http://"],
];

/** URLs that are refused while no network is open. */
export const closedUrls: HostileUrl[] = [
  ["https://example.com:22/", "port"],
  ["https://example.com:25/", "port"],
  ["https://example.com:6379/", "port"],
  ["https://example.com:0/", "port"],
  ["https://8.8.8.8:22/", "port"],
  ["https://[2606:4700::1111]:3000/", "port"],
  ["https://intranet/", name],
  ["https://intranet./", name],
  ["https://com/", name],
  ["http://unix:/var/run/docker.sock", name],
];

/** A host whose name has an address that webhooks are not sent to, and what a name server says of it. */
export type HostileName = readonly [host: string, answer: Exclude<DnsAnswer, string>];

const elsewhere = "93.184.215.14";

export const hostileNames: HostileName[] = [
  ["loopback.example.com", { A: ["127.0.0.1"] }],
  ["zero.example.com", { A: ["0.0.0.0"] }],
  ["private.example.com", { A: ["10.0.0.1"] }],
  ["shared.example.com", { A: ["100.64.0.1"] }],
  ["metadata.example.com", { A: ["169.254.169.254"] }],
  ["azure.example.com", { A: ["168.63.129.16"] }],
  ["six.example.com", { AAAA: ["::1"] }],
  ["unspecified.example.com", { AAAA: ["::"] }],
  ["mapped.example.com", { AAAA: ["::ffff:127.0.0.1"] }],
  ["compatible.example.com", { AAAA: ["::127.0.0.1"] }],
  ["nat64.example.com", { AAAA: ["64:ff9b::7f00:1"] }],
  ["six-to-four.example.com", { AAAA: ["2002:7f00:1::1"] }],
  ["unique-local.example.com", { AAAA: ["fd00:ec2::254"] }],
  ["link-local.example.com", { AAAA: ["fe80::1"] }],
  ["mixed.example.com", { A: [elsewhere, "127.0.0.1"] }],
  ["mixed-first.example.com", { A: ["127.0.0.1", elsewhere] }],
  ["mixed-families.example.com", { A: [elsewhere], AAAA: ["::1"] }],
  ["mixed-other.example.com", { A: ["127.0.0.1"], AAAA: ["2606:4700::1111"] }],
  ["fifty.example.com", { A: [...Array.from({ length: 49 }, (_, n) => `93.184.215.${n}`), "127.0.0.1"] }],
  ["alias.example.com", { aliases: ["inside.example.net"], A: ["127.0.0.1"] }],
  ["chain.example.com", { aliases: ["a.example.net", "b.example.org", "localhost"], A: ["127.0.0.1"] }],
  ["alias-six.example.com", { aliases: ["six.example.net"], AAAA: ["::1"] }],
  ["127.0.0.1.nip.io", { A: ["127.0.0.1"] }],
  ["app.10.0.0.1.nip.io", { A: ["10.0.0.1"] }],
  ["7f000001.nip.io", { A: ["127.0.0.1"] }],
  ["dot.example.com.", { A: ["127.0.0.1"] }],
  ["UPPER.Example.COM", { A: ["127.0.0.1"] }],
  ["bücher.example.com", { A: ["127.0.0.1"] }],
  ["ｗｉｄｅ.example.com", { A: ["127.0.0.1"] }],
  ["per%2dcent.example.com", { A: ["127.0.0.1"] }],
  ["local.test", { A: ["127.0.0.1"] }],
];

/** Resolves names as the table says, in any spelling. Other names do not exist. */
export function answerHostileNames(asked: string, _type: QueryType): DnsAnswer {
  const entry = hostileNames.find(
    ([host]) => new URL(`http://${host}/`).hostname.replace(/\.$/, "") === asked,
  );
  return entry?.[1] ?? "nxdomain";
}
