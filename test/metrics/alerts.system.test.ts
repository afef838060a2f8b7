import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test as plain } from "vitest";
import { test } from "../helpers/test.ts";
import { findPromtool, promtool } from "./find-promtool.ts";
import { scrape, startMeasuredIngress, startMeasuredWorkers } from "./scrape.ts";

const root = new URL("../../", import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, root));
const read = (name: string) => readFile(new URL(name, root), "utf8");

const hasPromtool = await findPromtool("The alerts");

describe.runIf(hasPromtool)("the alert rules", () => {
  plain("are valid", async () => {
    const stdout = await promtool("check", "rules", path("docs/operating/alerts.yml"));
    expect(stdout).toMatch(/SUCCESS: \d\d rules found/);
  });

  plain("each fire when they have to, and none in a quiet hour", async () => {
    const stdout = await promtool("test", "rules", path("test/metrics/alerts.test.yml"));
    expect(stdout).toContain("SUCCESS");
    const names = namesIn(await read("docs/operating/alerts.yml"));
    const fired = [...(await read("test/metrics/alerts.test.yml")).matchAll(/alertname="(\w+)"/g)];
    expect([...new Set(fired.map(([, name]) => name!))].toSorted()).toEqual(names.toSorted());
  });
});

const namesIn = (rules: string) => [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);

plain("each alert rule has its section, which it names, and each section its rule", async () => {
  const [rules, sections] = await Promise.all([
    read("docs/operating/alerts.yml"),
    read("docs/operating/incidents.md"),
  ]);
  const headings = [...sections.matchAll(/^## (\w+)$/gm)].map(([, heading]) => heading!);
  expect(headings).toEqual(namesIn(rules));
  const named = [...rules.matchAll(/runbook: (\S+)/g)].map(([, runbook]) => runbook!);
  expect(named).toEqual(headings.map((heading) => `docs/operating/incidents.md#${heading.toLowerCase()}`));
});

plain("each section leads to its first step in twenty seconds of reading: 70 words at most", async () => {
  const sections = (await read("docs/operating/incidents.md")).split(/^## (?=Payments)/m).slice(1);
  const slow = sections.flatMap((section) => {
    const [name, ...text] = section.split("\n");
    const [start, step = ""] = text.join("\n").split(/^- /m);
    // Of a link, its text is read.
    const words = `${start}${step}`
      .replaceAll(/\]\([^)]*\)/g, "]")
      .trim()
      .split(/\s+/).length;
    return words > 70 ? [`${name}: ${words} words`] : [];
  });
  expect(slow).toEqual([]);
});

test("each metric that an alert rule names is served, and is documented, as each that is served is", async ({
  databaseUrl,
}) => {
  await using ingress = await startMeasuredIngress(databaseUrl);
  await using workers = await startMeasuredWorkers(databaseUrl);
  const scraped = await Promise.all([ingress, workers].map(({ metricsPort }) => scrape(metricsPort)));
  const served = new Set(scraped.flatMap(({ metrics }) => metrics));
  const metricsIn = (text: string) =>
    new Set([...text.matchAll(/\bpayments_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, "")));
  const ofRules = metricsIn((await read("docs/operating/alerts.yml")).replaceAll(/#.*$/gm, ""));
  expect(ofRules.size).toBeGreaterThan(10);
  expect([...ofRules].filter((name) => !served.has(name))).toEqual([]);

  const section = (await read("docs/operating/monitoring.md")).split("\n## Metrics\n")[1]!.split(/^## /m)[0]!;
  expect([...metricsIn(section)].toSorted()).toEqual([...served].toSorted());
});
