import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/** The start of the path, and what a task gets in its context, which no import names. */
const entries = [
  "ingress/payouts/create-payout.ts",
  "ingress/payouts/payout-batches.ts",
  "workers/payouts/execute-payout.ts",
  "workers/payouts/confirm-payout.ts",
  "workers/payouts/payout-calls.ts",
  "workers/webhooks/deliver-webhook.ts",
  "workers/webhooks/delivery-batches.ts",
  "workers/webhooks/direct-delivery.ts",
  "workers/webhooks/send-webhook.ts",
];

/** What a reader of the path takes on trust, and why. Nothing behind it is opened. */
export const trusted: readonly [place: RegExp, reason: string][] = [
  [/^ingress\/http\//, "from bytes to a parsed request of a known caller, and from a result to bytes"],
  [/^(ingress|sql)\/(banks|results)\//, "the name enquiry, which is a request and a job of its own"],
  [/^sql\/(keys|audit-log)\//, "who may ask, and what is written down about it"],
  [/^sql\/(formats|clock)\//, "references, money and times as texts, and the merchant's clock"],
  [/^sql\/process\/(?!batching)/, "connections, encryption, logs, traces and metrics"],
  [/^sql\/books\//, "how merchants see it in their books"],
  [/^sql\/(refunds|payout-batches)\//, "refunds and batches, whose payouts take the same path"],
  [/^(sql|workers)\/queue\//, "a job is a row id: added in a transaction, and run until it succeeds"],
  [/^workers\/[\w-]+\.ts$/, "deadlines and headers"],
  [/^workers\/gateways\/(?!call-gateway)/, "one provider's adapter, behind gateway.ts"],
  [
    /^sql\/(approvals|payouts\/(limits|freezes|holds|destinations|gateways))\//,
    "rules that may refuse, hold or divert it",
  ],
  [/^sql\/webhooks\/endpoints\/disable_/, "the end of an endpoint that fails for days"],
  [/-(json|fields)\.ts$/, "the shape of JSON"],
];

/** A file this short is read at its call: its lines count, but it is not opened. */
const AT_A_GLANCE = 25;

type Block = { name: string; text: string };
type Module = { blocks: Block[]; imports: Map<string, { file: string; name: string }> };

/** The files on a payout's path, and those taken on trust. Types are not followed. */
export function followPayout() {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const functions = new Map(
    globSync("sql/*/**/*.sql", { cwd: root, exclude: ["sql/migrations/**"] }).map((file) => [
      basename(file, ".sql"),
      file,
    ]),
  );
  const modules = new Map<string, Module>();
  const entered = new Set<string>();
  const onTrust = new Set<string>();
  const seen = new Set<string>();

  function enter(file: string): boolean {
    const isTrusted = trusted.some(([place]) => place.test(file));
    (isTrusted ? onTrust : entered).add(file);
    return !isTrusted;
  }

  /** Follows what a module exports under a name, or all of it. */
  function followModule(file: string, name?: string): void {
    if (!enter(file)) return;
    const found = modules.get(file) ?? parseModule(file, read(file));
    modules.set(file, found);
    for (const block of found.blocks)
      if (name === undefined || block.name === name) followBlock(file, found, block);
  }

  function followBlock(file: string, { blocks, imports }: Module, { name, text }: Block): void {
    if (seen.has(`${file} ${name}`)) return;
    seen.add(`${file} ${name}`);
    const words = new Set(text.match(/\w+/g));
    for (const other of blocks) if (words.has(other.name)) followBlock(file, { blocks, imports }, other);
    for (const [word, imported] of imports) if (words.has(word)) followModule(imported.file, imported.name);
    for (const [, called] of text.matchAll(/\bcall\w*\(\s*"(\w+)"/gi)) followFunction(called!);
    for (const [statement] of text.matchAll(/\bsql\.\w+(?:\(\w+\))?`[^`]*`/g)) followStatement(statement);
  }

  function followFunction(name: string): void {
    const file = functions.get(name);
    if (file === undefined || entered.has(file) || !enter(file)) return;
    followStatement(read(file).replaceAll(/--.*|'(?:[^']|'')*'/g, ""));
  }

  /** Functions are called; views follow `from` or `join`. */
  function followStatement(text: string): void {
    for (const [, name] of text.matchAll(/\b(?:from|join) (\w+)/g)) followFunction(name!);
    for (const [, name] of text.matchAll(/\b(\w+)\(/g)) followFunction(name!);
  }

  for (const entry of entries) followModule(entry);
  const files = [...entered].toSorted().map((path) => ({ path, lines: read(path).split("\n").length - 1 }));
  return {
    opened: files.filter(({ lines }) => lines > AT_A_GLANCE),
    atAGlance: files.filter(({ lines }) => lines <= AT_A_GLANCE),
    onTrust: [...onTrust].toSorted(),
    lines: files.reduce((sum, { lines }) => sum + lines, 0),
  };
}

/** The declarations of a formatted module, each from its first line to the next one's, and its imports of values. */
function parseModule(file: string, text: string): Module {
  const code = text.replaceAll(/^\s*(\/\/|\/\*\*|\*).*$/gm, "");
  const imports: Module["imports"] = new Map();
  for (const [, names, from] of code.matchAll(/^import \{([^}]*)\} from "(\.[^"]+)";/gm))
    for (const part of names!.split(",").map((each) => each.trim())) {
      const [name = "", local = name] = part.split(" as ");
      if (name !== "" && !name.startsWith("type "))
        imports.set(local, { file: normalize(join(dirname(file), from!)), name });
    }
  const blocks = code
    .split(/^(?=(?:export )?(?:async )?(?:const|function|class|type|import)\b)/m)
    .map((block) => ({
      name: /^(?:export )?(?:async )?(?:const|function|class) (\w+)/.exec(block)?.[1],
      text: block,
    }))
    .filter((block): block is Block => block.name !== undefined);
  return { blocks, imports };
}
