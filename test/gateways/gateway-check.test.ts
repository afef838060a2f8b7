import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkGateway, mostTransfers } from "../../scripts/gateway-check/check-gateway.ts";
import { checkReports } from "../../scripts/gateway-check/check-reports.ts";
import { createGatewayCheckProgram } from "../../scripts/gateway-check/create-gateway-check-program.ts";
import { runWords } from "../../scripts/cli/run-program.ts";
import { signProviderBody } from "../helpers/outside/sign-provider-body.ts";
import { startProvider, type Provider } from "./http/start-provider.ts";
import { pathOf, runScript } from "../scripts/run-script.ts";
import { startWrongServer, type Wrong } from "./start-wrong-server.ts";

const facts = {
  account: { bankCode: "058", accountNumber: "0123456789" },
  unknownAccount: { bankCode: "058", accountNumber: "9999999999" },
  identity: { type: "bvn", identifier: "22222222222" },
  unknownIdentity: { type: "nin", identifier: "33333333333" },
  pays: 1_000n,
  opensAccounts: true,
  makesAddresses: true,
  waitMs: 2_000,
} as const;

async function startRight(): Promise<Provider> {
  const provider = await startProvider();
  provider.listsCredits = true;
  provider.names.set(facts.unknownAccount.accountNumber, null);
  provider.identities.set(facts.identity.identifier, { name: "ADA OBI", phones: ["08030000000"] });
  return provider;
}

/** What is printed about a server that gets one thing wrong, and the titles of the cases that found it. */
async function checkWrong(wrong: Wrong, given: Partial<typeof facts> = facts) {
  await using right = await startRight();
  await using server = await startWrongServer(right, strict(wrong));
  const lines: string[] = [];
  const checked = await checkGateway(
    { url: server.url, secret: right.secret },
    { waitMs: 2_000, ...given },
    (line) => void lines.push(line),
  );
  const titled = (outcome: string) =>
    checked.filter((each) => each.outcome === outcome).map(({ title }) => title);
  return { printed: lines.join("\n"), wrong: titled("wrong"), notTried: titled("not tried"), right };
}

/** The server that the tests have elsewhere takes what it cannot read: nobody sends it that there. */
function strict({ asks, answers }: Wrong): Wrong {
  return {
    asks: (question) => {
      const { line, body } = question;
      const amount = (body.amount as { value?: unknown } | undefined)?.value;
      const isReadable = typeof body.reference === "string" && typeof amount === "number" && amount > 0;
      const passed = asks?.(question) ?? question;
      return line === "POST /transfers" && !isReadable && passed === question
        ? { ...question, line: "POST /unreadable" }
        : passed;
    },
    answers: (answer, question) => {
      const refused = answer.status === 401 && question.secret?.includes("provider-secret");
      const strictly = refused ? { status: 400, body: { error: "unreadable" } } : answer;
      return answers?.(strictly, question) ?? strictly;
    },
  };
}

type Sign = (secret: string, body: string) => string;

const forgotten = new Set<string>();
const seen = new Set<string>();
const changes = (line: string, change: (body: Record<string, unknown>) => object): Wrong => ({
  answers: (answer, question) =>
    question.line.startsWith(line) && answer.status === 200
      ? { ...answer, body: { ...answer.body, ...change(answer.body) } }
      : answer,
});
const amountOf = (body: Record<string, unknown>) => body.amount as { value: number; currency: string };

const wrongs: { what: string; wrong: Wrong; found: string; said: string[] }[] = [
  {
    what: "admits anybody",
    wrong: {
      asks: (question) => ({ ...question, secret: "Bearer provider-secret-of-the-tests-0123456789" }),
    },
    found: "enquireName: refuses a question without the secret, or with another",
    said: ["the status is 200", "401 or 403"],
  },
  {
    what: "answers 404 without its word",
    wrong: {
      answers: (answer) => (answer.status === 404 ? { status: 404, body: { message: "no" } } : answer),
    },
    found: "findTransfer: does not know a transfer that was never sent",
    said: ["GET /transfers/pyt_", '404 {"message":"no"}', '{"error":"not_found"}'],
  },
  {
    what: "counts in naira",
    wrong: changes("GET /transfers", (body) => ({
      amount: { ...amountOf(body), value: amountOf(body).value / 100 },
    })),
    found: "sendTransfer: carries out a transfer, and knows it from then on",
    said: ["amount.value", "a whole number of kobo"],
  },
  {
    what: "sends amounts as text",
    wrong: changes("POST /transfers", (body) => ({
      amount: { ...amountOf(body), value: `${amountOf(body).value}` },
    })),
    found: "sendTransfer: carries out a transfer, and knows it from then on",
    said: ["amount.value", "a whole number of kobo"],
  },
  {
    what: "tells its balance as text",
    wrong: changes("GET /balance", () => ({ balances: [{ value: "1250.00", currency: "NGN" }] })),
    found: "findBalances: says what it holds, each currency once, or that it does not say",
    said: ["balances.0.value", "a whole number of kobo or cents"],
  },
  {
    what: "tells no balance that is ours",
    wrong: changes("GET /balance", () => ({ balances: [{ value: 5, currency: "GHS" }] })),
    found: "findBalances: says what it holds, each currency once, or that it does not say",
    said: ["it names neither NGN nor USD", "GET /balance"],
  },
  {
    what: "has a word of its own for success",
    wrong: changes("POST /transfers", () => ({ status: "success" })),
    found: "sendTransfer: carries out a transfer, and knows it from then on",
    said: ['"status":"success"', "`status` is pending, succeeded, failed or reversed"],
  },
  {
    what: "refuses a reference that it has",
    wrong: {
      answers(answer, { line, body }) {
        const key = `refuses ${String(body.reference)}`;
        if (line !== "POST /transfers" || answer.status !== 200) return answer;
        if (seen.has(key)) return { status: 409, body: { error: "duplicate" } };
        seen.add(key);
        return answer;
      },
    },
    found: "sendTransfer: carries out a reference once, sent one after the other and at once",
    said: ['409 {"error":"duplicate"}', "a reference has one effect"],
  },
  {
    what: "makes a transfer of each sending",
    wrong: {
      asks(question) {
        const { line, body } = question;
        if (line !== "POST /transfers" || typeof body.reference !== "string") return question;
        const twice = seen.has(`pays ${body.reference}`);
        seen.add(`pays ${body.reference}`);
        return twice ? { ...question, body: { ...body, reference: `${body.reference}again` } } : question;
      },
    },
    found: "sendTransfer: carries out a reference once, sent one after the other and at once",
    said: ["reference", "`reference` is the one that was sent"],
  },
  {
    what: "forgets what it took",
    wrong: {
      answers(answer, { line }) {
        if (!line.startsWith("GET /transfers/") || answer.status !== 200) return answer;
        forgotten.add(line);
        return { status: 404, body: { error: "not_found" } };
      },
    },
    found: "sendTransfer: carries out a transfer, and knows it from then on",
    said: ["it is not_found to us", "known at once"],
  },
  {
    what: "carries out what it cannot read",
    wrong: {
      asks(question) {
        const { line, body } = question;
        const value = Math.abs(Number((body.amount as { value?: unknown } | undefined)?.value));
        return line === "POST /transfers" && (body.amount as { value: unknown }).value !== value
          ? { ...question, body: { ...body, amount: { value, currency: "NGN" } } }
          : question;
      },
    },
    found: "sendTransfer: carries out no transfer that it cannot read",
    said: ["the status is 200", "from 400 to 499"],
  },
  {
    what: "takes back a success",
    wrong: {
      answers(answer, { line }) {
        if (!line.startsWith("GET /transfers/") || answer.status !== 200) return answer;
        const again = seen.has(`success ${line}`);
        seen.add(`success ${line}`);
        return again ? { ...answer, body: { ...answer.body, status: "pending" } } : answer;
      },
    },
    found: "sendTransfer: carries out a transfer, and knows it from then on",
    said: ["it had succeeded, and is pending to us", "can only be reversed"],
  },
  {
    what: "names members otherwise",
    wrong: changes("POST /name-enquiries", ({ accountName }) => ({
      accountName: undefined,
      account_name: accountName,
    })),
    found: "enquireName: says whose account it is",
    said: ['"account_name":"ADAEZE OKAFOR"', "`accountName` is a text"],
  },
  {
    what: "sends one phone in place of a list",
    wrong: changes("POST /identities", () => ({ phones: "08030000000" })),
    found: "lookUpIdentity: has the record of an identity",
    said: ["phones", "`phones` is a list of texts"],
  },
  {
    what: "opens another account each time",
    wrong: changes("POST /virtual-accounts", () => ({
      accountNumber: `${1_000_000_000 + seen.add(`${seen.size}`).size}`,
    })),
    found: "provisionAccount: opens one account for each reference",
    said: ["the same reference got another one"],
  },
  {
    what: "lists the same money in each account",
    wrong: {
      answers: (answer, { line }) =>
        line.endsWith("/credits") ? { status: 200, body: { credits: [{ id: "one" }] } } : answer,
    },
    found: "listCredits: lists what came in to an account, where it says that it can",
    said: ["money came in to an account that is new"],
  },
  {
    what: "gives one address to all",
    wrong: changes("POST /crypto-addresses", () => ({ address: `T${"1".repeat(33)}` })),
    found: "provisionCryptoAddress: makes one address for each reference",
    said: ["two references got the same one", "money would be mixed up"],
  },
  {
    what: "answers with a web page",
    wrong: { answers: (answer, { line }) => (line === "POST /name-enquiries" ? "a web page" : answer) },
    found: "enquireName: says whose account it is",
    said: ["200, no JSON object", "every response is a JSON object"],
  },
  {
    what: "never answers",
    wrong: { answers: (answer, { line }) => (line === "POST /identities" ? "nothing" : answer) },
    found: "lookUpIdentity: has the record of an identity",
    said: ["no whole response (no response in time)", "within 6 seconds"],
  },
];

describe.concurrent("npm run gateway:check", () => {
  test("finds nothing wrong with a server that does right", async () => {
    const { wrong, notTried, printed, right } = await checkWrong({});
    expect([wrong, notTried], printed).toEqual([[], []]);
    expect(right.transfers.size).toBe(mostTransfers.right);
    expect([...right.transfers.values()].every(({ amount }) => amount.value === 1_000)).toBe(true);
  });

  test.each(wrongs)("names what is wrong with a server that $what", async ({ wrong, found, said }) => {
    const checked = await checkWrong(wrong);
    expect(checked.wrong, checked.printed).toContain(found);
    const finding = checked.printed.split(/^(?=WRONG|ok|-)/m).find((text) => text.includes(found))!;
    for (const words of [...said, "sent      ", "came      ", "protocol  ", "docs/write-a-gateway.md#"])
      expect(finding).toContain(words);
    // Numbers of people and accounts are masked, and the secret is nowhere.
    expect(checked.printed).not.toMatch(/0123456789|22222222222|33333333333|provider-secret/);
  });

  test("sends no money unless it is told the amount and the account", async () => {
    const { pays: _, ...without } = facts;
    const { wrong, notTried, right } = await checkWrong({}, without);
    expect([wrong, right.calls.transfer]).toEqual([[], 0]);
    expect(notTried.length).toBe(6);
  });

  test("says before what it sends, and ends with 1 where something is wrong", async () => {
    await using right = await startRight();
    const args = ["--url", right.url, "--key", right.secret, "--account", "058:0123456789"];
    const run = async (...more: string[]) => {
      await using running = runScript(pathOf("gateway-check.ts"), [...args, ...more]);
      return { code: await running.ended, stdout: running.stdout(), stderr: running.stderr() };
    };
    const careful = await run("--unknown-account", "058:9999999999");
    expect(careful).toMatchObject({ code: 0, stderr: "" });
    expect(careful.stdout).toMatch(
      /^No money is sent. With --account and --pay <kobo> it would be 4 transfers/,
    );
    expect(careful.stdout).toContain("(needs --pay)");
    expect(right.calls.transfer).toBe(0);

    // It takes what it cannot read.
    const paying = await run("--pay", "1000");
    expect(paying.code, paying.stderr).toBe(1);
    expect(paying.stdout).toMatch(
      /^Sends 4 transfers of NGN 10.00 to 0123456789 at bank 058, NGN 40.00 in all/,
    );
    expect(paying.stdout).toContain("WRONG  sendTransfer: carries out no transfer that it cannot read");
  });

  /** What is said of reports that a server sends until the status is 200, twice at most. */
  async function checkReport(report: object, send: { path?: string; sign?: Sign; times?: number } = {}) {
    const secret = "secret-of-reports-0123456789-0123456789";
    const { path = "/v1/provider/credits", sign = signProviderBody, times = 2 } = send;
    const lines: string[] = [];
    const statuses: number[] = [];
    const deliver = async (port: number) => {
      for (let time = 0; time < times; time += 1) {
        const body = JSON.stringify(report);
        const headers = { "x-provider-signature": sign(secret, body) };
        const sent = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body, headers });
        statuses.push(sent.status);
      }
    };
    const { promise, resolve } = Promise.withResolvers<number>();
    const options = { port: 0, secret, waitMs: times === 2 ? 5_000 : 300 };
    const checking = checkReports(options, (line) => void lines.push(line), resolve);
    await deliver(await promise);
    const wrong = (await checking).filter(({ outcome }) => outcome === "wrong").map(({ title }) => title);
    return { wrong, statuses, printed: lines.join("\n") };
  }
  const report = {
    id: "provider-1",
    recipient: "va_01m807cdkjqery2b6fkwya0yss",
    amount: { value: 500_000, currency: "NGN" },
    payer: { name: "ADA OBI" },
  };

  test("takes a report that is signed, whole and sent again", async () => {
    const { wrong, statuses, printed } = await checkReport(report);
    expect([wrong, statuses], printed).toEqual([[], [503, 200]]);
  });

  test.each<{
    what: string;
    sent: object;
    send?: Parameters<typeof checkReport>[1];
    found: string;
    said: string;
  }>([
    {
      what: "is signed without its time",
      sent: report,
      found: "report: is signed",
      said: "a dot and the raw body",
      send: { sign: (secret, body) => createHmac("sha256", secret).update(body).digest("hex") },
    },
    {
      what: "is signed an hour ago",
      sent: report,
      found: "report: is signed",
      said: "too old",
      send: { sign: (secret, body) => signProviderBody(secret, body, Math.floor(Date.now() / 1000) - 3_600) },
    },
    {
      what: "has its amount as text",
      found: "report: says what was paid, and to whom",
      sent: { ...report, amount: { value: "500000", currency: "NGN" } },
      said: "amount.value must be",
    },
    {
      what: "does not say whom",
      found: "report: says what was paid, and to whom",
      said: "recipient",
      sent: { ...report, recipient: undefined },
    },
    {
      what: "comes elsewhere",
      sent: report,
      send: { path: "/webhook" },
      found: "report: comes to the right path",
      said: "it came to POST /webhook",
    },
    {
      what: "comes once",
      sent: report,
      send: { times: 1 },
      found: "report: comes again until the status is 200",
      said: "this one got 503 at first",
    },
  ])("names what is wrong with a report that $what", async ({ sent, send, found, said }) => {
    const { wrong, printed } = await checkReport(sent, send);
    expect(wrong, printed).toEqual([found]);
    expect(printed).toContain(said);
    expect(printed).not.toContain("secret-of-reports");
  });

  test("says that no report came", async () => {
    const { wrong, printed } = await checkReport(report, { times: 0 });
    expect(wrong).toContain("report: comes to the right path");
    expect(printed).toContain("nothing came in time");
  });

  test("takes its secrets from the environment, where no list of processes shows them", async () => {
    await using right = await startRight();
    const run = async (env: Record<string, string>, ...more: string[]) => {
      await using running = runScript(pathOf("gateway-check.ts"), ["--url", right.url, ...more], { env });
      return { code: await running.ended, stderr: running.stderr() };
    };
    const GATEWAY_CHECK_KEY = right.secret;
    const secrets = { GATEWAY_CHECK_KEY, GATEWAY_CHECK_REPORT_SECRET: "r".repeat(32) };
    const asks = ["--account", "058:0123456789"];
    expect(await run(secrets, ...asks)).toEqual({ code: 0, stderr: "" });
    expect((await run({}, ...asks)).stderr).toContain("--key");
    const short = await run({ GATEWAY_CHECK_KEY, GATEWAY_CHECK_REPORT_SECRET: "short" });
    expect(short.stderr).toContain("--report-secret: must have 32");
    const unneeded = await run({ GATEWAY_CHECK_KEY }, "--report-secret", "r".repeat(32));
    expect(unneeded.stderr).toContain("--report-port");
  });

  test("refuses flags that make no sense, and a key that would go out in clear text", async () => {
    const refusal = (...args: string[]) =>
      runWords(createGatewayCheckProgram(), { words: ["--key", "secret", ...args] });
    const url = "http://127.0.0.1:9";
    for (const [args, name] of [
      [["--url", "http://bank.example"], "--url: must be https"],
      [["--url", "ftp://bank.example"], "--url"],
      [["--url", url, "--pay", "100"], "--account"],
      [["--url", url, "--account", "058:12"], "--account"],
      [["--url", url, "--identity", "bvn:12"], "--identity"],
      [["--url", url, "--pay", "0"], "--pay"],
      [["--url", url, "--report-port", "8099"], "--report-secret"],
      [["--url", url, "--report-port", "8099", "--report-secret", "short"], "--report-secret: must have 32"],
    ] as const)
      expect((await refusal(...args))?.message).toContain(name);
  });
});
