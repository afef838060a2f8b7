import type { mistakes } from "./mistakes.ts";

type Mistake = keyof typeof mistakes;

export type Verdict =
  | { kind: "valid"; withPrevious: boolean }
  | { kind: "stale"; seconds: number }
  | { kind: "short"; digits: number }
  | { kind: "wrong"; mistake: Mistake; computed?: string };

type Received = {
  header: string;
  body: string;
  secret: string;
  /** Another secret to try. */
  otherSecret?: string;
};

const TOLERANCE_SECONDS = 300;

/**
 * Checks a webhook's signature. If it is wrong, it tries each known mistake, and returns the one that produces this
 * signature. `now` in Unix seconds; without it the age does not matter.
 */
export async function verifySignature(
  { header, body, secret, otherSecret = "" }: Received,
  now?: number,
): Promise<Verdict> {
  const parsed = parseHeader(header);
  if ("mistake" in parsed) return { kind: "wrong", mistake: parsed.mistake };
  if ("digits" in parsed) return { kind: "short", digits: parsed.digits };
  const { time, v1, previous } = parsed;
  const sign = (key: string | Uint8Array, text: string) => hmac(key, `${time}.${text}`);
  const fits = async (key: string | Uint8Array, text: string) => (await sign(key, text)) === v1;

  const computed = await sign(secret, body);
  const isCurrent = computed === v1.toLowerCase();
  if (isCurrent || computed === previous) {
    if (v1 !== v1.toLowerCase() && isCurrent) return { kind: "wrong", mistake: "upperCase" };
    const seconds = now === undefined ? 0 : now - Number(time);
    if (Math.abs(seconds) > TOLERANCE_SECONDS) return { kind: "stale", seconds };
    return { kind: "valid", withPrevious: !isCurrent };
  }
  const wrong = (mistake: Mistake): Verdict => ({ kind: "wrong", mistake, computed });

  if (secret.startsWith("sk_")) return wrong("secretKey");
  const bare = secret.replace(/^["'\s]+|["'\s]+$/g, "");
  const secrets: [Mistake, string | Uint8Array][] = [
    ["secretBlank", bare],
    ["secretNoPrefix", bare.replace(/^whsec_/, "")],
    ["secretNoPrefix", `whsec_${bare}`],
    ["secretDecoded", decoded(bare)],
    ["otherSecret", otherSecret.trim()],
  ];
  for (const [mistake, key] of secrets) {
    if (key.length > 0 && key !== secret && (await fits(key, body))) return wrong(mistake);
  }
  for (const [mistake, text] of otherBodies(body)) {
    if (text !== body && (await fits(bare, text))) return wrong(mistake);
  }
  if ((await hmac(bare, body)) === v1) return wrong("noDot");
  if (!isJson(body)) return wrong("notJson");
  if (/^[{[]\s*\n|": /.test(body)) return wrong("likelyReserialised");
  return wrong("unknown");
}

type Header =
  { time: string; v1: string; previous: string | undefined } | { mistake: Mistake } | { digits: number };

function parseHeader(header: string): Header {
  const text = header.trim().replace(/^x-service-signature:\s*/i, "");
  if (text === "") return { mistake: "headerEmpty" };
  if (/^bearer /i.test(text)) return { mistake: "bearer" };
  if (/^(webhook-signature:\s*)?v1,[A-Za-z0-9+/]+=*/.test(text)) return { mistake: "standardHeader" };
  const members = text.split(",").map((pair) => /^(\w+)=(\S*)$/.exec(pair));
  if (members.includes(null)) return { mistake: "headerShape" };
  const named = (name: string) =>
    members.filter((member) => member![1] === name).map((member) => member![2]!);
  const [[time, ...moreTimes], [v1, ...moreSignatures], [previous]] = [
    named("t"),
    named("v1"),
    named("v1_prev"),
  ];
  if (time === undefined || time === "") return { mistake: "noTime" };
  if (v1 === undefined || v1 === "") return { mistake: "noSignature" };
  if (moreTimes.length > 0 || moreSignatures.length > 0) return { mistake: "headerShape" };
  if (/^\d{13}$/.test(time)) return { mistake: "millis" };
  if (!/^\d{1,12}$/.test(time)) return { mistake: "noTime" };
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(v1)) return { mistake: "base64" };
  if (!/^[0-9a-f]+$/i.test(v1)) return { mistake: "headerShape" };
  if (v1.length === 128) return { mistake: "sha512" };
  if (v1.length !== 64) return { digits: v1.length };
  return { time, v1, previous };
}

/** The body before each common accident. */
function otherBodies(body: string): [Mistake, string][] {
  const unbroken = body.replaceAll("\r\n", "\n");
  const bodies: [Mistake, string][] = [
    ["byteOrderMark", body.replace(/^\uFEFF/, "")],
    ["trailingNewline", body.replace(/\r?\n$/, "")],
    ["missingNewline", `${body}\n`],
    ["lineEndings", unbroken],
    ["lineEndings", unbroken.replaceAll("\n", "\r\n")],
    ["whitespace", body.trim()],
  ];
  try {
    // Our JSON is compact, and escapes no letters.
    const compact = JSON.stringify(JSON.parse(body));
    bodies.push([/\\[u/]/.test(body) ? "escaped" : "reserialised", compact]);
  } catch {
    // Not JSON: reported if nothing else explains it.
  }
  return bodies;
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

function decoded(secret: string): Uint8Array {
  try {
    return Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

async function hmac(key: string | Uint8Array, text: string): Promise<string> {
  const encode = (value: string) => new TextEncoder().encode(value);
  const bytes = typeof key === "string" ? encode(key) : key;
  // WebCrypto accepts no empty key, which would fit nothing anyway.
  if (bytes.length === 0) return "";
  const usable = await crypto.subtle.importKey(
    "raw",
    bytes as Uint8Array<ArrayBuffer>,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", usable, encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
