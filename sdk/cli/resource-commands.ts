import type { Command } from "commander";
import { List, type Page } from "../node/list.ts";
import type { Endpoint } from "../node/endpoint.ts";
import { resources } from "../node/resources.ts";
import { descriptions } from "./descriptions.ts";
import { UsageError } from "./errors.ts";
import { plain } from "./paint.ts";
import { printJson, printRecord, printTable } from "./print.ts";
import { optionOf, readBody, readFields } from "./read-fields.ts";
import { keyFileOption, type Connect } from "./connect.ts";

type Row = Record<string, unknown>;
type Flags = Record<string, string | boolean | undefined>;
type Method = (...given: unknown[]) => PromiseLike<unknown>;

/** Adds a command for each method of the SDK, from its table of resources. */
export function addResources(program: Command, connect: Connect): void {
  addGroup(program, resources, [], connect);
}

function addGroup(parent: Command, table: object, path: string[], connect: Connect): void {
  for (const [name, value] of Object.entries(table) as [string, object][]) {
    // Numbers, not methods: their place is the sandbox's documentation.
    if (name === "magicNumbers") continue;
    if ("method" in value) addMethod(parent, [...path, name], value as Endpoint, connect);
    else addGroup(parent.command(kebab(name)), value, [...path, name], connect);
  }
  if (path.length > 0) parent.description(parent.commands.map((command) => command.name()).join(", "));
}

function addMethod(parent: Command, path: string[], endpoint: Endpoint, connect: Connect): void {
  const { summary, fields, examples } = descriptions[path.join(".")]!;
  const command = parent.command(kebab(path.at(-1)!)).description(`${summary}.`);
  const isWrite = endpoint.method !== "get";
  for (const [, part] of endpoint.path.matchAll(/\{(\w+)\}/g)) command.argument(`<${part}>`);
  for (const field of fields) command.addOption(optionOf(field));
  if (endpoint.body) command.option("--body <file>", "JSON with the fields, - for stdin; flags come on top");
  if (endpoint.list) {
    command.option("--all", "all pages, at most --max items");
    command.option("--max <count>", "the most items of --all");
  }
  if (endpoint.key)
    command.option(
      "--idempotency-key <key>",
      `Makes the request safe to repeat: the same key never does it twice.${endpoint.key === "required" ? " (required)" : ""}`,
    );
  if (isWrite) command.option("--live", "needed with a live key, because this is no test");
  command.option("--json", "print JSON").addOption(keyFileOption());
  const typed = ["$ payments", ...path.map(kebab)].join(" ");
  const lines = examples.map(({ title, words }) => `  # ${title}\n  ${typed} ${words}`.trimEnd());
  if (endpoint.list && command.registeredArguments.length === 0)
    lines.push(`  # Up to 1,000, as JSON\n  ${typed} --all --max 1000 --json`);
  command.addHelpText("after", `\nExamples:\n${lines.join("\n")}`);

  command.action(async (...given: unknown[]) => {
    const parts = given.slice(0, command.registeredArguments.length);
    const flags = command.opts<Flags>();
    // The SDK refuses these too, since they would lead to another endpoint.
    if (parts.some((part) => /^\.{0,2}$/.test(String(part))))
      throw new UsageError("Give a reference, such as pyt_…");
    if (endpoint.key === "required" && !flags["idempotencyKey"])
      throw new UsageError(
        "Give --idempotency-key, and store it with your order first: a new one after a crash would pay twice.",
      );
    const base = endpoint.body ? await readBody(flags["body"] as string | undefined) : {};
    const values = readFields(fields, flags, base);
    const { service, isLive, signal } = await connect(flags["keyFile"] as string | undefined);
    if (isLive && isWrite && !flags["live"])
      throw new UsageError("This key is for live mode, where money is real. Add --live if you mean it.");
    if (isWrite) signal.addEventListener("abort", () => process.stderr.write("It may have been done. "));
    const method = path.reduce<unknown>((part, each) => (part as Row)[each], service) as Method;
    const options = { idempotencyKey: flags["idempotencyKey"] };
    const hasPages = fields.some(({ name }) => name === "limit");
    const sized = flags["all"] === true && hasPages ? { limit: 100, ...values } : values;
    const sent = endpoint.body || endpoint.query ? [sized] : [];
    const result = method(...parts, ...sent, options);
    if (result instanceof List) await showList(result as List<Row>, flags);
    else show(await result, flags["json"] === true);
  });
}

function show(data: unknown, json: boolean): void {
  // A file is as it came, unless a terminal would take a part of it for commands.
  if (typeof data === "string")
    process.stdout.write(process.stdout.isTTY ? data.replace(/[^\n]+/g, (line) => plain(line)) : data);
  else if (json) printJson(data);
  else if (Array.isArray(data)) printTable(data as Row[]);
  else printRecord(data as Row);
}

async function showList(list: List<Row>, { all, max, json }: Flags): Promise<void> {
  if (all === true && !/^[1-9]\d{0,6}$/.test(String(max)))
    throw new UsageError("--all needs --max, such as --max 1000.");
  if (all !== true && max !== undefined)
    throw new UsageError("--max is for --all; --limit is the size of a page.");
  const page: Page<Row> =
    all === true ? { data: await list.all({ max: Number(max) }), hasMore: false } : await list.page();
  if (json === true) return printJson(all === true ? { data: page.data } : page);
  printTable(page.data);
  if (page.hasMore) process.stderr.write("There are more: add --all --max 1000, or a filter.\n");
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
