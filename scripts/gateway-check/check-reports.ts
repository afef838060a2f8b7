import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { creditReport } from "../../ingress/gateways/record-provider-credit.ts";
import { isSignedAtTime } from "../../workers/gateways/manifest/signatures.ts";
import type { Checked } from "./check-gateway.ts";
import { describeReportFinding } from "./describe-finding.ts";
import { Finding } from "./gateway-case.ts";

type Report = { line: string; signature: string; body: Buffer };

const PATH = "POST /v1/provider/credits";
const SHOWN_CHARACTERS = 400;

/**
 * Listens on `port` of all addresses for a report of incoming money, and checks it as the ingress would. The first
 * delivery gets 503, so that it has to be repeated. Waits `waitMs` at most. 0 is any free port; `onListening` gets it.
 */
export async function checkReports(
  { port, secret, waitMs }: { port: number; secret: string; waitMs: number },
  print: (line: string) => void,
  onListening: (port: number) => void = () => {},
): Promise<Checked[]> {
  const reports = await receive(port, waitMs, onListening);
  return Object.entries(reportCases).map(([title, check]) => {
    const finding = findingOf(() => check(reports, secret));
    const last = reports.at(-1);
    const came = last && `${last.line} ${last.signature} ${last.body.toString().slice(0, SHOWN_CHARACTERS)}`;
    print(
      finding === undefined
        ? `ok     report: ${title}`
        : describeReportFinding(`report: ${title}`, finding, came),
    );
    return { title: `report: ${title}`, outcome: finding === undefined ? "right" : "wrong" };
  });
}

const reportCases: Record<string, (reports: Report[], secret: string) => void> = {
  "comes to the right path": ([first]) => {
    const rule = `a payment that came in is reported to ${PATH}`;
    if (first === undefined) throw new Finding("nothing came in time", rule);
    if (first.line !== PATH) throw new Finding(`it came to ${first.line}`, rule);
  },
  "is signed": (reports, secret) => {
    const rule =
      "x-provider-signature is t=<seconds now>,v1=<hex of HMAC-SHA256 of t, a dot and the raw body>, with a secret of 32 " +
      "characters or more that is not the one which requests to the server carry";
    const isSigned =
      reports.length > 0 && reports.every(({ body, signature }) => isSignedAtTime(body, signature, [secret]));
    if (!isSigned) throw new Finding("the signature is missing, wrong or too old", rule);
  },
  "says what was paid, and to whom": ([first]) => {
    const rule =
      "the body is {id, recipient, amount: {value, currency}, payer?, confirmed?}, amounts in kobo";
    const parsed = creditReport.safeParse(jsonOf(first));
    if (parsed.success) return;
    const wrong = parsed.error.issues.map(
      ({ path, message }) => `${path.join(".") || "the body"} ${message}`,
    );
    throw new Finding(wrong.join("; "), rule);
  },
  "comes again until the status is 200": ([first, second]) => {
    const rule = "a report is sent again, the same, until the status is 200; this one got 503 at first";
    if (second === undefined) throw new Finding("it did not come again in time", rule);
    const [one, other] = [
      creditReport.safeParse(jsonOf(first)).data,
      creditReport.safeParse(jsonOf(second)).data,
    ];
    if (
      one?.id !== other?.id ||
      one?.amount.value !== other?.amount.value ||
      one?.recipient !== other?.recipient
    )
      throw new Finding("it came again with another id, amount or recipient", rule);
  },
};

/** The first two deliveries, or as many as arrive in time. */
async function receive(port: number, waitMs: number, onListening: (port: number) => void): Promise<Report[]> {
  const reports: Report[] = [];
  const { promise: both, resolve: done } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    request.on("error", () => {});
    void take(request, response);
  });
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const { method, url = "", headers } = request;
    const signature = String(headers["x-provider-signature"] ?? "");
    reports.push({ line: `${method} ${url}`, signature, body });
    response.writeHead(reports.length === 1 ? 503 : 200).end("{}");
    if (reports.length === 2) done();
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
  const address = server.address();
  onListening(typeof address === "object" && address !== null ? address.port : port);
  const timer = setTimeout(done, waitMs);
  await both;
  clearTimeout(timer);
  server.close();
  server.closeIdleConnections();
  return reports.slice(0, 2);
}

function jsonOf(report: Report | undefined): unknown {
  try {
    return JSON.parse(report?.body.toString() ?? "");
  } catch {
    return undefined;
  }
}

function findingOf(check: () => void): Finding | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Finding) return error;
    throw error;
  }
}
