import { posix } from "node:path";
import { format, resolveConfig } from "prettier";
import { gatewayManifests, identityManifests } from "../../workers/gateways/manifest/manifests.ts";
import { listSettings, type Setting } from "./list-settings.ts";

export const documentPath = "docs/operating/settings.md";

/** Values for a laptop's env file where there is no default. */
const examples: Record<string, string> = {
  DATABASE_URL: "postgres://payments_ingress:password@127.0.0.1:5432/payments",
  // Public, so it protects nothing: production refuses it.
  SERVICE_ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
};

/** The Markdown of docs/operating/settings.md. */
export async function settingsDocument(): Promise<string> {
  const sections = listSettings().map(({ title, settings }) =>
    [`## ${title}`, "", "| Setting | Default | Meaning |", "| --- | --- | --- |", ...settings.map(row)].join(
      "\n",
    ),
  );
  const text = [
    "# Settings",
    "The processes read the environment once, at start. One that lacks a setting, or cannot use it, says which and exits. An " +
      "empty value counts as not set. [`.env.example`](../../.env.example) has them to copy, but for those of a single gateway. Milliseconds unless a " +
      "name says otherwise; rate limits count per minute.",
    "`npm run settings` writes this page and `.env.example` from the schemas in `ingress/config.ts`, `workers/config.ts` " +
      "and `scripts/config.ts`.",
    ...sections,
  ].join("\n\n");
  return format(text, { ...(await resolveConfig(documentPath)), filepath: documentPath });
}

function row({ name, about, fallback, isRequired }: Setting): string {
  const meaning = about.replaceAll("|", "\\|").replaceAll(/\bdocs\/[\w./-]+\.md(#[\w-]+)?/g, (target) => {
    const [path = "", anchor] = target.split("#");
    const label = anchor?.replaceAll("-", " ") ?? posix.basename(path, ".md").replaceAll("-", " ");
    const file = posix.relative(posix.dirname(documentPath), path);
    return `[${label}](${file}${anchor === undefined ? "" : `#${anchor}`})`;
  });
  const shown = fallback === "" ? "" : `\`${fallback}\``;
  return `| \`${name}\` | ${isRequired ? "required" : shown} | ${meaning} |`;
}

const WIDTH = 118;

/** Settings of providers: an operator needs those of one or two. */
const ofOneProvider = new Set(
  [...Object.values(gatewayManifests), ...Object.values(identityManifests)].flatMap(({ settings }) =>
    Object.keys(settings),
  ),
);

/** The text of .env.example, without providers' settings. */
export function settingsExample(): string {
  const head = [
    "# The settings of the processes in production, made by `npm run settings` from their schemas. Each is read once, at",
    "# start; a process that lacks one or cannot use it says so and exits. `npm start` needs none of this.",
  ];
  const groups = listSettings().map(({ title, settings }) => {
    const shared = settings.filter(({ name }) => !ofOneProvider.has(name));
    const lines = shared.flatMap(({ name, about, fallback }) => [
      ...wrap(about).map((line) => `# ${line}`),
      `${name}=${examples[name] ?? fallback}`,
    ]);
    const more =
      shared.length < settings.length
        ? ["# Those of each gateway: docs/operating/settings.md#live-gateways"]
        : [];
    return [`# --- ${title} ${"-".repeat(Math.max(3, 100 - title.length))}`, "", ...lines, ...more].join(
      "\n",
    );
  });
  return `${[head.join("\n"), ...groups].join("\n\n")}\n`;
}

/** A text as lines of a comment. */
function wrap(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!;
    if (line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
