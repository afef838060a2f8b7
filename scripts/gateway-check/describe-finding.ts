import { scrub } from "../../sql/process/logging.ts";
import type { Finding } from "./gateway-case.ts";
import type { Exchange } from "./record-exchanges.ts";

/** Where the protocol is documented. */
const SECTION = "docs/write-a-gateway.md#the-protocol";
const SHOWN_CHARACTERS = 400;

/** The protocol's rules for fields that are often wrong, by our names for them. */
const memberRules: Record<string, string> = {
  accountName: "`accountName` is a text of 1 to 200 characters",
  accountNumber: "`accountNumber` has 10 digits, as text",
  bankCode: "`bankCode` has 3 to 8 digits and capitals",
  address: "`address` has the form of its chain",
  phones: "`phones` is a list of texts, empty where there is none",
  reference: "`reference` is the one that was sent",
  status: "`status` is pending, succeeded, failed or reversed",
  amount: "`amount` is {value, currency}: a whole number of kobo, and NGN, as they were sent",
  failure: "`failure` is {code, message}, and stands beside the status failed alone",
};

/**
 * A finding as text: what was sent, what came back, the protocol's rule, and where it is documented. Long numbers are
 * masked.
 */
export function describeFinding(title: string, finding: Finding, exchange: Exchange | undefined): string {
  const { request, came, ms } = exchange ?? {};
  const rules = [finding.rule, ...(came === undefined ? [] : furtherRules(came, finding.misfits))];
  const sent = request === undefined ? undefined : shown(`${request.method} ${request.path}`, request.body);
  return wordsOf({
    title,
    sent,
    so: finding.message,
    rules,
    came: came === undefined ? undefined : `${cameIn(came)} after ${ms} ms`,
  });
}

/** The same for a report, which the server sends to us. */
export function describeReportFinding(title: string, finding: Finding, came: string | undefined): string {
  return wordsOf({ title, came: came && scrub(came), so: finding.message, rules: [finding.rule] });
}

type Words = {
  title: string;
  sent?: string | undefined;
  came: string | undefined;
  so: string;
  rules: string[];
};

function wordsOf({ title, sent, came, so, rules }: Words): string {
  return [
    `WRONG  ${title}`,
    ...(sent === undefined ? [] : [`  sent      ${sent}`]),
    ...(came === undefined ? [] : [`  came      ${came}`]),
    `  so        ${scrub(so)}`,
    ...rules.map((rule) => `  protocol  ${rule}`),
    `            (${SECTION})`,
  ].join("\n");
}

function cameIn(came: Exchange["came"]): string {
  if (came.kind === "unknown") return `no whole response (${came.reason})`;
  return came.body === undefined ? `${came.status}, no JSON object` : shown(`${came.status}`, came.body);
}

function furtherRules(came: Exchange["came"], misfits: readonly string[]): string[] {
  if (came.kind === "unknown")
    return [
      came.isTooLong
        ? "a response has at most 64 KB"
        : "a response comes whole within 6 seconds, and the connection stays open for it",
    ];
  if (came.status >= 300 && came.status < 400) return ["redirects are not followed"];
  if (came.body === undefined) return ["every response is a JSON object"];
  if (came.status < 300 && came.body.error != null)
    return ["a 2xx has no `error`: what failed has another status"];
  const rules = misfits.map((name) => memberRules[name.split(".")[0]!]);
  return [...new Set(rules.filter((rule) => rule !== undefined))];
}

function shown(head: string, body: unknown): string {
  const text = body === undefined ? head : `${head} ${JSON.stringify(body)}`;
  return scrub(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
}
