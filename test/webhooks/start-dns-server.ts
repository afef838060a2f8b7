import { createSocket, type RemoteInfo } from "node:dgram";
import ipaddr from "ipaddr.js";

export type QueryType = "A" | "AAAA";

/** What a name has. `aliases`: the names that its CNAME chain leads through to them. */
type DnsRecords = { A?: string[]; AAAA?: string[]; aliases?: string[] };
/** `nxdomain`: no such name; `servfail`: the server could not find out; `silence`: no answer at all. */
export type DnsAnswer = DnsRecords | "nxdomain" | "servfail" | "silence";

export type DnsServer = AsyncDisposable & {
  /** As a list of name servers takes it: `127.0.0.1:port`. */
  address: string;
  /** What was asked so far. */
  queries: { name: string; type: QueryType }[];
};

const types: Record<number, QueryType> = { 1: "A", 28: "AAAA" };
const CNAME = 5;
const codes = { nxdomain: 3, servfail: 2 };

/**
 * Starts a name server that answers as resolvers do, with the whole CNAME chain, and what a test wants: `answer` is
 * asked for each query, with the number of those before it for the same name and type.
 */
export async function startDnsServer(
  answer: (name: string, type: QueryType, index: number) => DnsAnswer,
): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const queries: DnsServer["queries"] = [];
  socket.on("message", (query: Buffer, client: RemoteInfo) => {
    const question = readQuestion(query);
    const type = types[question.type];
    if (type === undefined) return;
    // Resolvers may ask in mixed case, to make answers harder to forge.
    const name = question.name.toLowerCase();
    const index = queries.filter((earlier) => earlier.name === name && earlier.type === type).length;
    queries.push({ name, type });
    const found = answer(name, type, index);
    if (found !== "silence")
      socket.send(buildReply(query, question, type, found), client.port, client.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

type Question = { name: string; type: number; end: number };

/** Reads the one question of a query, which begins after a header of twelve bytes. */
function readQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let position = 12;
  for (let length = query[position]!; length !== 0; length = query[position]!) {
    labels.push(query.toString("latin1", position + 1, position + 1 + length));
    position += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(position + 1), end: position + 5 };
}

function buildReply(
  query: Buffer,
  question: Question,
  type: QueryType,
  answer: Exclude<DnsAnswer, "silence">,
): Buffer {
  const code = typeof answer === "string" ? codes[answer] : 0;
  const records = typeof answer === "string" ? [] : recordsOf(question.name, type, answer);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // An answer; recursion was desired and is available.
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(12, question.end), ...records]);
}

function recordsOf(name: string, type: QueryType, { aliases = [], ...addresses }: DnsRecords): Buffer[] {
  const chain = [name, ...aliases];
  const cnames = aliases.map((alias, index) => buildRecord(chain[index]!, CNAME, encodeName(alias)));
  const owner = chain.at(-1)!;
  const number = type === "A" ? 1 : 28;
  const found = (addresses[type] ?? []).map((address) =>
    buildRecord(owner, number, Buffer.from(ipaddr.parse(address).toByteArray())),
  );
  return [...cnames, ...found];
}

function buildRecord(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2); // the internet; then a time to live of 0 seconds
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), fixed, data]);
}

function encodeName(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.from(label, "latin1"));
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), label]),
    Buffer.from([0]),
  ]);
}
