import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { hasProgram } from "../../deploy/has-program.ts";
import { readIncidents, runIncidents } from "./run-incidents.ts";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFile(new URL(path, root), "utf8");
const anchorOf = (heading: string) => heading.toLowerCase().replaceAll(" ", "-");

test("of sixteen incidents or more, each has an alert, or a page that says why it needs none", async () => {
  const incidents = await readIncidents();
  expect(incidents.length).toBeGreaterThanOrEqual(16);
  const alerts = [...(await read("docs/operating/alerts.yml")).matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name!,
  );
  for (const { name, told } of incidents) {
    if ("alert" in told) expect(alerts, name).toContain(told.alert);
    else {
      const [path, anchor] = told.page.split("#");
      const headings = [...(await read(path!)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        anchorOf(heading!),
      );
      expect(headings, name).toContain(anchor);
    }
  }
});

const canPlay =
  (await hasProgram("prometheus", "Incidents are not played")) &&
  (await hasProgram("redis-server", "Incidents are not played"));

test.runIf(canPlay)(
  "an incident is told by its alert, and one that needs none lets payouts go on",
  { timeout: 400_000 },
  async () => {
    const { violations, tables } = await runIncidents(
      { only: ["redis-gone", "ledger-wrong", "worker-killed"], hurry: 60, lanes: 1 },
      () => {},
    );
    expect(violations).toEqual([]);
    expect(tables![0]!.rows.map(([name, , told]) => [name, told])).toEqual([
      ["ledger-wrong", "PaymentsLedgerWrong"],
      ["redis-gone", "PaymentsRedisSlow"],
      ["worker-killed", "needs none: docs/operating/deploy.md#with-systemd"],
    ]);
  },
);
