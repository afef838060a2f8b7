import type { Command } from "commander";
import { keyFileOption, type Connect } from "../connect.ts";
import { descriptions } from "../descriptions.ts";
import { UsageError } from "../errors.ts";
import { paint } from "../paint.ts";
import { paintStatus, print, printJson } from "../print.ts";
import { optionOf } from "../read-fields.ts";
import { follow, type Notices } from "./follow.ts";
import { listen } from "./listen.ts";

/** The start of the ids of requests that only follow a list: nobody wants to see those when following requests. */
const POLL = "cli-poll-";

const pollingFetch: typeof fetch = (url, init) => {
  // Short: the service replaces ids with ten digits in a row, which could be a phone number.
  const id = POLL + crypto.randomUUID().slice(0, 13);
  return fetch(url, { ...init, headers: { ...init?.headers, "x-request-id": id } });
};

const tell = (notice: string) => void process.stderr.write(`${notice}\n`);

const noticesOf = (signal: AbortSignal, ready: string): Notices => ({
  signal,
  tell,
  onReady: () => tell(`${ready} Ctrl-C stops.`),
});

const environmentOf = (isLive: boolean) => (isLive ? paint("red", "live", process.stderr) : "test");

/** Adds `listen`: events as they happen, and signed to a receiver on this machine. */
export function addListen(program: Command, connect: Connect): void {
  program
    .command("listen")
    .description("Print events as they happen, and forward them to a receiver on this machine, signed.")
    .option("--forward-to <url>", "a receiver, such as http://localhost:4010/webhooks")
    .option("--events <types>", "only these types, with commas between them")
    .option("--json", "print each event as a line of JSON")
    .addOption(keyFileOption())
    .addHelpText(
      "after",
      `
Events are signed with the secret of your webhook endpoint, exactly as deliveries are, and each is forwarded once.

Examples:
  $ payments listen --forward-to http://localhost:4010/webhooks
  $ payments listen --events payout.failed,payout.reversed`,
    )
    .action(async ({ forwardTo, events = "", json, keyFile }: Record<string, string | undefined>) => {
      const receiver = forwardTo === undefined ? undefined : receiverOf(forwardTo);
      const { service, baseUrl, isLive, signal } = await connect(keyFile, { fetch: pollingFetch });
      const where = receiver === undefined ? "" : `, forwarding to ${receiver.href}`;
      await listen({
        ...noticesOf(signal, `Listening for ${environmentOf(isLive)} events of ${baseUrl}${where}.`),
        service,
        forwardTo: receiver,
        types: events.split(",").flatMap((type) => type.trim() || []),
        print: (event, outcome) => {
          if (json) return printJson(event, 0);
          const { createdAt, type, reference } = event;
          print([paint("dim", createdAt), type.padEnd(20), reference, outcome].filter(Boolean).join("  "));
        },
      });
    });
}

/** Adds `requests tail`: requests of the log as they arrive. */
export function addTail(program: Command, connect: Connect): void {
  const command = program.commands.find((each) => each.name() === "requests")!.command("tail");
  // Time and pages are those of following.
  const filters = descriptions["requests.list"]!.fields.filter(
    ({ name }) => !/^(limit|cursor|created)/.test(name),
  );
  for (const field of filters) command.addOption(optionOf(field));
  command
    .description("Print requests to the API as they arrive.")
    .option("--json", "print each request as a line of JSON")
    .addOption(keyFileOption())
    .addHelpText(
      "after",
      `
Requests with which this program follows a list, as listen does, are left out.

Examples:
  $ payments requests tail
  $ payments requests tail --status-class 4xx
  $ payments requests tail --method POST --path /v1/payouts`,
    )
    .action(async ({ json, keyFile, ...chosen }: Record<string, string | undefined>) => {
      const { service, baseUrl, isLive, signal } = await connect(keyFile, { fetch: pollingFetch });
      const notices = noticesOf(signal, `Following ${environmentOf(isLive)} requests to ${baseUrl}.`);
      const list = (page: object) => service.requests.list({ ...chosen, ...page }, { maxRetries: 0 });
      for await (const request of follow(list, ({ requestId }) => requestId, notices)) {
        if (request.requestId.startsWith(POLL)) continue;
        if (json) {
          printJson(request, 0);
          continue;
        }
        const { createdAt, method, path, status, errorCode, durationMs, requestId } = request;
        const took = paint("dim", `${durationMs} ms`);
        const words = [
          paint("dim", createdAt),
          paintStatus(String(status)),
          method.padEnd(5),
          path,
          errorCode,
        ];
        print([...words, took, paint("dim", requestId)].filter(Boolean).join("  "));
      }
    });
}

function receiverOf(text: string): URL {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  throw new UsageError("--forward-to must be an http or https URL, such as http://localhost:4010/webhooks.");
}
