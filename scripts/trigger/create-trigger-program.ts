import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { z } from "zod";
import { createCallService, type CallService } from "../cli/call-service.ts";
import { CliError } from "../cli/cli-error.ts";
import { readDemo } from "../start/read-demo.ts";
import { eventMakers, referred } from "./event-makers.ts";

const HAPPENS_WITHIN_MS = 30_000;
const POLL_MS = 200;

const WEBHOOK_TEST = "webhook.test";
const types = [...Object.keys(eventMakers), WEBHOOK_TEST];
const events = z.array(referred.extend({ data: z.looseObject({ reference: z.string().optional() }) }));

type Options = { key?: string; url?: string };
type Triggered = { event: string; type: string; resource?: string };

/** `print` gets the document of what was triggered. */
export function createTriggerProgram(print: (document: Triggered) => void): Command {
  return new Command("trigger")
    .description(
      "Makes an event of a type happen through the sandbox, and prints one JSON document with its reference.",
    )
    .argument("[type]", `one of ${types.join(", ")}`)
    .option("--key <key>", "a test key, sk_test_...; that of the demo merchant unless --url is given")
    .option("--url <url>", "where the service is; what npm start runs here unless given")
    .action(async (type: string | undefined, options: Options) => print(await trigger(type, options)));
}

async function trigger(type: string | undefined, options: Options): Promise<Triggered> {
  if (type === undefined || !types.includes(type)) {
    throw new CliError("USAGE", `name a type of event; the types are ${types.join(", ")}`);
  }
  const call = await connect(options);
  const make = eventMakers[type];
  if (make === undefined) {
    const { reference } = await call("POST", "/v1/webhook-endpoint/test", referred);
    return { event: reference, type };
  }
  const resource = await make(call);
  return { event: await findEvent(call, type, resource), type, resource };
}

async function connect(options: Options): Promise<CallService> {
  const demo = options.url === undefined ? await readDemo() : undefined;
  const key = options.key ?? demo?.secretKey;
  if (key === undefined) throw new CliError("USAGE", "give a test key with --key sk_test_...");
  // A live key would check real people.
  if (!key.startsWith("sk_test_")) {
    throw new CliError(
      "SANDBOX_TEST_KEY_REQUIRED",
      "events are made in the sandbox: --key takes a test key, sk_test_...",
    );
  }
  const url = options.url ?? demo?.baseUrl ?? "http://127.0.0.1:3000";
  return createCallService(url.replace(/\/+$/, ""), key);
}

/** The event of a type about a resource, once it has happened. */
async function findEvent(call: CallService, type: string, resource: string): Promise<string> {
  for (const start = Date.now(); ; await sleep(POLL_MS)) {
    const newest = await call("GET", `/v1/events?type=${type}&limit=100`, events);
    const found = newest.find(({ data }) => data.reference === resource);
    if (found !== undefined) return found.reference;
    if (Date.now() - start > HAPPENS_WITHIN_MS) {
      throw new CliError("TIMEOUT", `${type} of ${resource} has not happened yet: are workers running?`);
    }
  }
}
