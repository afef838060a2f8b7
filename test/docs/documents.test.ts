import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { documentPath, settingsDocument, settingsExample } from "../../scripts/settings/write-settings.ts";
import { itemErrorCodes } from "../../ingress/payout-batches/intake/item-errors.ts";
import { problemStatuses } from "../../ingress/http/problems.ts";
import { eventTypes } from "../../sql/webhooks/events/event-json.ts";
import { scopes } from "../../sql/keys/scopes.ts";
import {
  SANDBOX_PHONE,
  sandboxAccounts,
  sandboxIdentities,
} from "../../workers/gateways/sandbox/outcomes.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const documents = [
  "SECURITY.md",
  "CHANGELOG.md",
  ...globSync(["{,sql/,test/*/,widget/*/}README.md", "docs/{,merchants/,operating/}*.md"], { cwd: root }),
].toSorted();

/** The scripts of package.json. */
const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);

/** A document without its code blocks, in which a # is no heading and a bracket no link. */
const proseOf = (path: string) => read(path).replaceAll(/^```.*?^```/gms, "");

/** The anchors of a document's headings, as GitHub and the documentation site make them. */
const anchorsOf = (path: string) =>
  [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** The rows of all tables: what their first cell says, without backticks. */
const firstCells = (path: string) =>
  [...proseOf(path).matchAll(/^\| *([^|]+?) *\|/gm)].flatMap(([, cell]) =>
    cell!.split(", ").map((word) => word.replaceAll("`", "")),
  );

describe.for(documents)("%s", (path) => {
  test("leads nowhere that is not there", () => {
    const broken: string[] = [];
    for (const [, target] of proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target!)) continue;
      const [file = "", anchor] = target!.split("#");
      const found = file === "" ? new URL(path, root) : new URL(file, new URL(path, root));
      const relative = decodeURIComponent(found.href.slice(root.href.length));
      if (!existsSync(found)) broken.push(target!);
      else if (anchor !== undefined && !anchorsOf(relative).includes(anchor)) broken.push(target!);
    }
    expect(broken).toEqual([]);
  });

  test("names only files and folders that there are", () => {
    const named = [...proseOf(path).matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, name]) => name!);
    const ours = named.filter((name) => /^(ingress|workers|sql|widget|scripts|test|docs)\//.test(name));
    // A README names what is beside it as well: `retention/`, `payouts/payout-page.tsx`.
    const beside = path.endsWith("/README.md") ? named.filter((name) => /(\/|\.\w+)$/.test(name)) : [];
    const missing = [...ours, ...beside].filter(
      (name) =>
        !isBuilt(name) && !existsSync(new URL(name, root)) && !existsSync(new URL(name, new URL(path, root))),
    );
    expect(missing).toEqual([]);
  });

  test("names only commands that there are", () => expect(unknownScripts(read(path))).toEqual([]));
});

/** Built files are there after a build only. */
const isBuilt = (name: string) => /(^|\/)dist\//.test(name);

/** What a text says to run with npm that package.json does not have. */
const unknownScripts = (text: string) =>
  [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)]
    .map(([, script]) => script!)
    .filter((script) => !scripts.includes(script));

test(".env.example names only files and commands that there are", () => {
  const text = read(".env.example");
  const files = /\b((?:ingress|workers|sql|widget|scripts|test|docs)\/[\w./-]*\w)/g;
  const named = [...text.matchAll(files)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !existsSync(new URL(name, root)))).toEqual([]);
  expect(unknownScripts(text)).toEqual([]);
});

test("the settings and .env.example are those of the schemas: otherwise run npm run settings", async () => {
  expect(read(documentPath)).toBe(await settingsDocument());
  expect(read(".env.example")).toBe(settingsExample());
});

test("every table of the database is in the table of what is kept, with its bound and its term", () => {
  const tables = [...read("sql/schema.sql").matchAll(/^create table (\w+)/gm)].map(([, name]) => name!);
  expect(tables.length).toBeGreaterThan(20);
  const section =
    read("docs/operating/retention.md").split("## What is kept, and for how long")[1]?.split(/^## /m)[0] ??
    "";
  const rows = [...section.matchAll(/^\| (`.+`) +\| (\S.*?) +\| (\S.*?) +\|$/gm)];
  const kept = rows.flatMap(([, names]) => [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  expect(kept.toSorted()).toEqual(tables.toSorted());
});

test("the architecture lists at most 24 concepts", () => {
  const [, concepts] = read("docs/architecture.md").split("## Concepts");
  const rows = [...concepts!.split(/^## /m)[0]!.matchAll(/^\| (?!Word|-)/gm)];
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.length).toBeLessThanOrEqual(24);
});

test("every error code stands with its status", () => {
  const rows = [...read("docs/merchants/api.md").matchAll(/^\| (\d{3}) +\| `([A-Z_]+)` +\|/gm)];
  const documented = Object.fromEntries(rows.map(([, status, code]) => [code!, Number(status)]));
  expect(documented).toEqual(problemStatuses);
});

test("every mistake of a batch's items stands with its meaning, also those that SQL finds", () => {
  const document = read("docs/merchants/bulk-payouts.md").replaceAll(/ +\|/g, " |");
  for (const [code, meaning] of Object.entries(itemErrorCodes))
    expect(document).toContain(`| \`${code}\` | ${meaning} |`);
  const found = globSync("sql/payout-batches/**/*.sql", { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/batch_error\([^;]*?'([A-Z]+_[A-Z_]+)'/g)].map(([, code]) => code!),
  );
  expect(found).toContain("NAME_DIFFERENT");
  expect(found.filter((code) => !Object.hasOwn(itemErrorCodes, code))).toEqual([]);
});

test("every scope and every type of event is named", () => {
  const named = firstCells("docs/merchants/api.md");
  expect(scopes.filter((scope) => !named.includes(scope))).toEqual([]);
  const types = firstCells("docs/merchants/webhooks.md");
  expect(eventTypes.filter((type) => !types.includes(type))).toEqual([]);
});

test("every number that the sandbox treats in its own way is in its tables", () => {
  const numbers = firstCells("docs/merchants/sandbox.md");
  const special = [...Object.values(sandboxAccounts), ...Object.values(sandboxIdentities)];
  expect(special.filter((number) => !numbers.includes(number))).toEqual([]);
  expect(read("docs/merchants/sandbox.md")).toContain(`\`${SANDBOX_PHONE}\``);
});

const testFiles = (text: string) => [...text.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file]) => file!);

test.for(["docs/rules.md", "docs/threat-model.md"])("%s names test files that there are", (path) => {
  const named = testFiles(read(path));
  expect(new Set(named).size).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});

test("each rule names its tests, and sections are in order", () => {
  const rules = [...read("docs/rules.md").matchAll(/^\| (\d)[\d.]* +\|.*$/gm)];
  expect(rules.length).toBeGreaterThan(80);
  expect(rules.filter(([rule]) => testFiles(rule).length === 0).map(([rule]) => rule)).toEqual([]);
  const sections = rules.map(([, section]) => Number(section));
  expect([...new Set(sections)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(sections.toSorted((a, b) => a - b)).toEqual(sections);
});

test("each threat names its tests", () => {
  const threats = read("docs/threat-model.md")
    .split(/^### /m)
    .slice(1)
    .map((text) => text.split(/^## /m)[0]!);
  expect(threats.length).toBeGreaterThan(20);
  expect(threats.filter((text) => testFiles(text).length === 0).map((text) => text.split("\n")[0])).toEqual(
    [],
  );
});
