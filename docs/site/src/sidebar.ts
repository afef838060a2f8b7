import { listFiles } from "./list-files.ts";
import { pageIdOf } from "./pages.ts";

type Group = { label: string; files: string[] };

/** What readers look for, in the order in which they need it. A file that is not named here comes last in its group. */
const groups = {
  start: { label: "Start here", files: ["quickstart.md"] },
  merchants: {
    label: "For merchants",
    files: [
      "dashboard.md",
      ...[
        "api",
        "sdk",
        "cli",
        "collections",
        "checkout",
        "payouts",
        "bulk-payouts",
        "approvals",
        "identity",
        "webhooks",
        "sandbox",
      ].map((name) => `merchants/${name}.md`),
      "books.md",
    ],
  },
  operators: {
    label: "For operators",
    files: [
      ...["deploy", "settings", "database", "recovery", "monitoring", "incidents", "scripts"].map(
        (name) => `operating/${name}.md`,
      ),
      ...["payouts", "merchants", "keys", "retention", "scale", "performance"].map(
        (name) => `operating/${name}.md`,
      ),
      "live-gateways.md",
      "ledger.md",
      "reconciliation.md",
    ],
  },
  developers: {
    label: "For developers",
    files: ["architecture.md", "contributing.md", "threat-model.md"],
  },
} satisfies Record<string, Group>;

export function sidebarOf(...names: (keyof typeof groups)[]) {
  const files = listFiles().filter((file) => file !== "README.md");
  const named = Object.values(groups).flatMap((group) => group.files);
  return names.flatMap((name) => {
    const { label, files: first } = groups[name];
    const rest = files.filter((file) => !named.includes(file) && groupOf(file) === name);
    const items = [...first.filter((file) => files.includes(file)), ...rest];
    return items.length === 0 ? [] : [{ label, items: items.map(pageIdOf) }];
  });
}

function groupOf(file: string): keyof typeof groups {
  return file.startsWith("merchants/") || file === "dashboard.md" ? "merchants" : "developers";
}
