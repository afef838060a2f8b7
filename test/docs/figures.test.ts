import { readdirSync, readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { z } from "zod";
import { listSettings } from "../../scripts/settings/list-settings.ts";
import { nouns } from "../../scripts/admin/commands.ts";
import { readScripts } from "../../scripts/ops/read-scripts.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { test } from "../helpers/test.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const charges = z.object({ fee: z.bigint(), vat: z.bigint(), duty: z.bigint() });

/** A document's text, in which lines go on. */
const wordsOf = (path: string) => read(path).replaceAll(/\s+/g, " ");

/** The defaults of settings. */
const defaults = new Map(
  listSettings().flatMap(({ settings }) => settings.map(({ name, fallback }) => [name, Number(fallback)])),
);
const english = (name: string) => defaults.get(name)!.toLocaleString("en");

describe("the defaults of settings", () => {
  test("are those that merchants read of", () => {
    const api = wordsOf("docs/merchants/api.md");
    expect(api).toContain(`may send ${english("RATE_LIMIT_PER_MINUTE")} requests a minute`);
    expect(api).toContain(
      `at most ${english("RATE_LIMIT_VERIFY_ACCOUNT_PER_MINUTE")} to verify-account and ` +
        `${english("RATE_LIMIT_IDENTITY_CHECK_PER_MINUTE")} identity checks`,
    );
    expect(api).toContain(`after ${english("RATE_LIMIT_FAILED_AUTH_PER_MINUTE")} in a minute`);
    expect(api).toContain(`within ${defaults.get("RESPONSE_TIMEOUT_MS")! / 1_000} seconds of its arrival`);
  });
});

test("a payout and an identity check cost what merchants read", async ({ fileDatabase }) => {
  const chargesOf = async (service: string, naira: number) => {
    const { fee, vat, duty } = await fileDatabase.one(sql.type(charges)`
      select fee, coalesce(vat, 0) as vat, coalesce(stamp_duty, 0) as duty
      from charges_of(${service}, 'live', ${BigInt(Math.round(naira * 100))}, 'other', true, now())`);
    return [fee - vat - duty, vat, duty, fee].map((kobo) => Number(kobo) / 100);
  };
  const rows = [
    ...read("docs/merchants/payouts.md").matchAll(
      /^\| (?:up to ([\d,.]+) naira|above) +\| ([\d.]+) +\| ([\d.]+) +\| ([\d.]*) +\| ([\d.]+) +\|$/gm,
    ),
  ].map(([, upTo, ...parts]) => ({
    upTo: upTo && Number(upTo.replaceAll(",", "")),
    parts: parts.map(Number),
  }));
  expect(rows.map(({ upTo }) => upTo)).toEqual([...Array(3).fill(expect.any(Number)), undefined]);
  let least = 1;
  for (const { upTo, parts } of rows) {
    for (const naira of [least, upTo || 10_000_000]) expect(await chargesOf("payout", naira)).toEqual(parts);
    least = Number(upTo) + 0.01;
  }
  const [, vat, , check] = await chargesOf("identity_check", 0);
  expect(wordsOf("docs/merchants/identity.md")).toContain(
    `A live check costs ${check} naira, of which ${vat} are VAT`,
  );
});

test("every code that the widget gives to onError is documented, and no other", () => {
  const codes = [...read("widget/js/types.ts").matchAll(/^ +\* - `([A-Z_]+)`:/gm)].map(([, code]) => code!);
  expect(codes).toContain("TRANSFER_WINDOW_EXPIRED");
  const [, section] = read("docs/merchants/checkout.md").split("## Callbacks and errors");
  const rows = [...section!.split(/^## /m)[0]!.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, code]) => code!);
  expect(rows.toSorted()).toEqual(codes.toSorted());
});

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What the operators' command line takes: "key create" and its flags. */
const commands = new Map(
  nouns.flatMap(([noun, , verbs]) =>
    Object.entries(verbs).map(([verb, { flags }]) => [
      `${noun} ${verb}`,
      Object.keys(flags.shape).map(kebabCase),
    ]),
  ),
);

test.for(["docs/operating/scripts.md", "docs/merchants/checkout.md", "docs/contributing.md", "README.md"])(
  "%s shows only commands of the operators' command line that there are, with their flags",
  (path) => {
    const shown = [...read(path).matchAll(/\badmin -- ([a-z][\w-]*)(?: ([a-z][\w-]*))?([^\n`]*)/g)];
    if (path === "docs/operating/scripts.md") expect(shown.length).toBeGreaterThan(15);
    const unknown = shown.filter(([, noun, verb, rest]) => {
      if (noun === "balance") return false;
      const flags = commands.get(`${noun} ${verb}`);
      const given = [...rest!.matchAll(/ --([a-z][\w-]*)/g)].map(([, flag]) => flag!);
      return flags === undefined || given.some((flag) => !["json", "help", ...flags].includes(flag));
    });
    expect(unknown.map(([line]) => line)).toEqual([]);
  },
);

const scripts = new Map(
  (await readScripts()).map(({ name, flags }) => [name, Object.keys(flags.shape).map(kebabCase)]),
);
const documents = (readdirSync(new URL("docs/", root), { recursive: true }) as string[]).filter((name) =>
  name.endsWith(".md"),
);

test("documents show only scripts of npm run ops that there are, with their flags", () => {
  const shown = documents.flatMap((path) => [
    ...read(`docs/${path}`).matchAll(/\bops -- (?!<script>)([a-z][\w-]*)([^\n`]*)/g),
  ]);
  expect(shown.length).toBeGreaterThan(15);
  const unknown = shown.filter(([, name, rest]) => {
    const given = [...rest!.matchAll(/ --([a-z][\w-]*)/g)].map(([, flag]) => flag!);
    return given.some((flag) => !(scripts.get(name!) ?? []).includes(flag)) || !scripts.has(name!);
  });
  expect(unknown.map(([line]) => line)).toEqual([]);
});
