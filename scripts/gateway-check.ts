import { Command, Option } from "commander";
import { z } from "zod";
import { identityTypes } from "../sql/identity/identity-record.ts";
import { leavesUnencrypted } from "../workers/gateways/manifest/setting-kinds.ts";
import { CliError } from "./cli/cli-error.ts";
import { runProgram } from "./cli/run-program.ts";
import { checkGateway, mostTransfers } from "./gateway-check/check-gateway.ts";
import { checkReports } from "./gateway-check/check-reports.ts";

const account = z
  .string()
  .regex(/^[0-9A-Z]{3,8}:\d{10}(:.{1,200})?$/, {
    error: "is <bank code>:<10 digits>, with :<holder's name> if known",
  })
  .transform((text) => {
    const [bankCode, accountNumber, ...name] = text.split(":") as [string, string, ...string[]];
    return { bankCode, accountNumber, ...(name.length > 0 && { accountName: name.join(":") }) };
  })
  .optional();
const identity = z
  .string()
  .regex(/^(bvn|nin):\d{11}$/, { error: "is bvn:<11 digits> or nin:<11 digits>" })
  .transform((text) => ({ type: z.enum(identityTypes).parse(text.slice(0, 3)), identifier: text.slice(4) }))
  .optional();
const wholeNumber = (error: string, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((value) => value > 0 && value <= most, { error });

const options = z.object({
  url: z.url({ protocol: /^https?$/, error: "is an http or https URL" }),
  key: z.string().min(1),
  account,
  unknownAccount: account,
  pay: wholeNumber("is a whole number of kobo from 1 to 1000000", 1_000_000).optional(),
  identity,
  unknownIdentity: identity,
  openAccounts: z.boolean().optional(),
  makeAddresses: z.boolean().optional(),
  reportPort: wholeNumber("is a port", 65_535).optional(),
  reportSecret: z.string().min(32, { error: "has 32 characters or more" }).optional(),
  wait: wholeNumber("is a whole number of seconds from 1 to 600", 600).default(60),
});

const program = new Command("gateway:check")
  .description(
    "Asks a server that speaks the protocol of the gateway http all that the protocol promises, and says in words what " +
      "it does wrong. It sends no money without --pay.",
  )
  .requiredOption("--url <url>", "where the server's paths begin, as LIVE_GATEWAY_URL")
  // Flags stand in the list of processes and in the shell's history: secrets are better given in the environment.
  .addOption(
    new Option("--key <secret>", "what every request carries, as LIVE_GATEWAY_SECRET")
      .env("GATEWAY_CHECK_KEY")
      .makeOptionMandatory(),
  )
  .option("--account <bank:number[:name]>", "an account that exists, best one of your own")
  .option("--unknown-account <bank:number>", "a number that no account has")
  .option(
    "--pay <kobo>",
    "sends transfers of this amount to --account: real money, where the server's provider is real",
  )
  .option(
    "--identity <type:number>",
    "a BVN or NIN that is on record, such as bvn:22222222222; it may be charged",
  )
  .option("--unknown-identity <type:number>", "one that is not; it may be charged")
  .option("--open-accounts", "opens two virtual accounts")
  .option("--make-addresses", "makes two addresses for USDT on tron")
  .option("--report-port <port>", "listens here for a report of money that came in: have the server send one")
  .addOption(
    new Option(
      "--report-secret <secret>",
      "what the server signs reports with, as LIVE_GATEWAY_WEBHOOK_SECRETS",
    ).env("GATEWAY_CHECK_REPORT_SECRET"),
  )
  .option(
    "--wait <seconds>",
    "how long a transfer may take until it is decided, and a report: 60 unless given",
  )
  .action(async (given: Record<string, unknown>) => check(given));

await runProgram(program);

async function check(given: Record<string, unknown>): Promise<void> {
  const parsed = options.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `--${flagOf(String(path[0]))} ${message}`,
    );
    throw new CliError("VALIDATION_ERROR", problems.join("; "));
  }
  const { url, key, pay, openAccounts, makeAddresses, reportPort, reportSecret, wait, ...facts } =
    parsed.data;
  if (leavesUnencrypted(url, "development"))
    throw new CliError(
      "VALIDATION_ERROR",
      "--url is https, or http to this machine: the key goes out with it",
    );
  if (pay !== undefined && facts.account === undefined)
    throw new CliError("VALIDATION_ERROR", "--pay needs --account: the account that is paid");
  // In the environment it may stay for later runs.
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

/** What will be sent, before it is. */
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

function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
