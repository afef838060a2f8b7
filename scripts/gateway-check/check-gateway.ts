import { createHttpGateway } from "../../workers/gateways/http/create-http-gateway.ts";
import { createRequestJson } from "../../workers/gateways/request-json.ts";
import { describeFinding } from "./describe-finding.ts";
import { Finding, missingFor, type GatewayCase, type Subject } from "./gateway-case.ts";
import { gatewayCases } from "./gateway-cases.ts";
import { protocolCases, type HttpSubject } from "./protocol-cases.ts";
import { recordExchanges, type Exchange } from "./record-exchanges.ts";

export type Checked = { title: string; outcome: "right" | "wrong" | "not tried" };

const cases: GatewayCase<HttpSubject>[] = [...gatewayCases, ...protocolCases];

/** The most transfers that a check makes at a correct server, and at a wrong one. */
export const mostTransfers = {
  right: cases.reduce((sum, { transfers }) => sum + (transfers?.right ?? 0), 0),
  wrong: cases.reduce((sum, { transfers }) => sum + (transfers?.wrong ?? 0), 0),
};

/**
 * Runs every case that the facts allow, one after the other, through the gateway that workers use. Prints each case;
 * for a failed one, what was sent, what came back and what is right.
 */
export async function checkGateway(
  { url, secret }: { url: string; secret: string },
  facts: Omit<Subject, "gateway" | "answersRepeats">,
  print: (line: string) => void,
): Promise<Checked[]> {
  const exchanges: Exchange[] = [];
  const ask = recordExchanges(createRequestJson({ url, secret }), exchanges);
  const strangers = [{}, { authorization: `Bearer ${"another-secret-".repeat(3)}` }].map((headers) =>
    recordExchanges(createRequestJson({ url, headers }), exchanges),
  );
  const subject = {
    ...facts,
    gateway: createHttpGateway({ url, secret }, ask),
    answersRepeats: true,
    ask,
    strangers,
  };

  const checked: Checked[] = [];
  for (const each of cases) {
    const title = `${each.operation}: ${each.title}`;
    const missing = missingFor(each, subject);
    if (missing.length > 0) {
      print(`-      ${title} (needs ${missing.map((name) => flags[name] ?? name).join(", ")})`);
      checked.push({ title, outcome: "not tried" });
      continue;
    }
    exchanges.length = 0;
    const finding = await each.run(subject).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Finding) return error;
        throw error;
      },
    );
    print(finding === undefined ? `ok     ${title}` : describeFinding(title, finding, exchanges.at(-1)));
    checked.push({ title, outcome: finding === undefined ? "right" : "wrong" });
  }
  return checked;
}

/** The flag that gives a fact. */
const flags: Record<string, string> = {
  account: "--account",
  unknownAccount: "--unknown-account",
  pays: "--pay",
  identity: "--identity",
  unknownIdentity: "--unknown-identity",
  opensAccounts: "--open-accounts",
  makesAddresses: "--make-addresses",
};
