import { Command } from "commander";
import { z } from "zod";
import { identityTypes } from "../../sql/identity/identity-record.ts";
import { leavesUnencrypted } from "../../workers/gateways/manifest/setting-kinds.ts";
import { CliError } from "../cli/cli-error.ts";
import { optionsOf, parseFlags, wholeNumberFlag } from "../cli/flags.ts";
import { checkGateway, mostTransfers } from "./check-gateway.ts";
import { checkReports } from "./check-reports.ts";

const account = z
  .string()
  .regex(/^[0-9A-Z]{3,8}:\d{10}(:.{1,200})?$/, {
    error: "must be <bank code>:<10 digits>, with :<holder's name> if known",
  })
  .transform((text) => {
    const [bankCode, accountNumber, ...name] = text.split(":") as [string, string, ...string[]];
    return { bankCode, accountNumber, ...(name.length > 0 && { accountName: name.join(":") }) };
  })
  .optional();
const identity = z
  .string()
  .regex(/^(bvn|nin):\d{11}$/, { error: "must be bvn:<11 digits> or nin:<11 digits>" })
  .transform((text) => ({ type: z.enum(identityTypes).parse(text.slice(0, 3)), identifier: text.slice(4) }))
  .optional();

const flags = z.object({
  url: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .describe("the server's base URL, as LIVE_GATEWAY_URL"),
  key: z.string().min(1).describe("the secret that every request carries, as LIVE_GATEWAY_SECRET"),
  account: account.describe("an existing account, preferably your own: bank:number[:name]"),
  unknownAccount: account.describe("a number that no account has: bank:number"),
  pay: wholeNumberFlag(1, 1_000_000, "kobo")
    .optional()
    .describe("sends transfers of this many kobo to --account: real money, if the server's provider is real"),
  identity: identity.describe("a BVN or NIN on record, such as bvn:22222222222; it may be charged"),
  unknownIdentity: identity.describe("one that is not on record; it may be charged"),
  openAccounts: z.boolean().optional().describe("opens two virtual accounts"),
  makeAddresses: z.boolean().optional().describe("creates two addresses for USDT on tron"),
  reportPort: wholeNumberFlag(1, 65_535)
    .optional()
    .describe("listens on this port for a report of incoming money: have the server send one"),
  reportSecret: z
    .string()
    .min(32, { error: "must have 32 characters or more" })
    .optional()
    .describe("the secret that signs the server's reports, as LIVE_GATEWAY_WEBHOOK_SECRETS"),
  wait: wholeNumberFlag(1, 600, "seconds")
    .default(60)
    .describe("how long to wait for a transfer's final status, and for a report, in seconds (default: 60)"),
});

// Flags appear in the process list and the shell's history: the environment is a better place for secrets.
const variables: Record<string, string> = {
  key: "GATEWAY_CHECK_KEY",
  reportSecret: "GATEWAY_CHECK_REPORT_SECRET",
};

export function createGatewayCheckProgram(): Command {
  const program = new Command("gateway:check").description(
    "Checks a server against the protocol of the gateway http, and explains what is wrong. It sends no money without --pay.",
  );
  for (const option of optionsOf(flags)) {
    const variable = variables[option.attributeName()];
    program.addOption(variable === undefined ? option : option.env(variable));
  }
  return program.action((given: Record<string, unknown>) => check(program, given));
}

async function check(program: Command, given: Record<string, unknown>): Promise<void> {
  const { url, key, pay, openAccounts, makeAddresses, reportPort, reportSecret, wait, ...facts } = parseFlags(
    flags,
    given,
  );
  if (leavesUnencrypted(url, "development"))
    throw new CliError(
      "VALIDATION_ERROR",
      "--url: must be https, or http to this machine: the key goes out with it",
    );
  if (pay !== undefined && facts.account === undefined)
    throw new CliError("VALIDATION_ERROR", "--pay needs --account: the account that is paid");
  // In the environment it can stay for later runs.
  const givesSecret = program.getOptionValueSource("reportSecret") === "cli";
  if (reportPort === undefined ? givesSecret : reportSecret === undefined)
    throw new CliError("VALIDATION_ERROR", "--report-port and --report-secret belong together");
  if (reportSecret === key)
    throw new CliError(
      "VALIDATION_ERROR",
      "--report-secret must differ from --key: each direction has its own",
    );
  console.log(planOf(pay, facts.account));

  const checked = await checkGateway(
    { url, secret: key },
    {
      ...facts,
      ...(pay !== undefined && { pays: BigInt(pay) }),
      opensAccounts: openAccounts,
      makesAddresses: makeAddresses,
      waitMs: wait * 1_000,
    },
    console.log,
  );
  if (reportPort !== undefined && reportSecret !== undefined) {
    console.log(`\nWaits ${wait} s for a report at port ${reportPort}, and again after its 503:`);
    const reports = { port: reportPort, secret: reportSecret, waitMs: wait * 1_000 };
    checked.push(...(await checkReports(reports, console.log)));
  }
  const count = (outcome: string) => checked.filter((each) => each.outcome === outcome).length;
  console.log(`\n${count("right")} right, ${count("wrong")} wrong, ${count("not tried")} not tried`);
  if (pay !== undefined)
    console.log(`Look at the provider, too: it must show ${mostTransfers.right} transfers, each once.`);
  if (count("wrong") > 0) process.exitCode = 1;
}

/** What is about to be sent. */
function planOf(pay: number | undefined, to: z.output<typeof account>): string {
  const { right, wrong } = mostTransfers;
  if (pay === undefined)
    return `No money is sent. With --account and --pay <kobo> it would be ${right} transfers, ${wrong} at most.\n`;
  const naira = (times: number) => `NGN ${((pay * times) / 100).toFixed(2)}`;
  return (
    `Sends ${right} transfers of ${naira(1)} to ${to!.accountNumber} at bank ${to!.bankCode}, ${naira(right)} in all; ` +
    `a server that does wrong may carry out ${wrong}, ${naira(wrong)}, one of them a kobo more.\n`
  );
}
