import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { slowest } from "../recovery.ts";
import { seconds } from "../../report.ts";
import type { Report } from "../run-faults.ts";
import { drawTimeline } from "./draw-timeline.ts";

/** Writes a report as JSON, its timeline as a picture, and one page with everything; returns the page's path. */
export async function writeReport(report: Report, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(folder, "timeline.svg"), picture(drawTimeline(report)));
  const path = join(folder, "report.html");
  await writeFile(path, page(report));
  return path;
}

function page(report: Report): string {
  const { settings, violations, counts, faults, recovery } = report;
  const row = (name: string, value: unknown) =>
    `<tr><th scope="row">${escape(name)}</th><td>${escape(String(value))}</td></tr>`;
  const worst = (times: number[]) => `${seconds(slowest(times))} of ${times.length}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Faults with seed ${settings.seed}</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
  svg { width: 100%; height: auto; }
  svg text { fill: currentColor; font-size: 11px; }
  th { text-align: left; padding-right: 2rem; font-weight: 500; }
  td { font-variant-numeric: tabular-nums; text-align: right; }
  .bad { color: #c62828; }
</style>
<h1>Faults with seed ${settings.seed}</h1>
<p>${violations.length === 0 ? "All holds." : `${violations.length} violations.`}</p>
<ul class="bad">${violations.map((violation) => `<li>${escape(violation)}</li>`).join("")}</ul>
${drawTimeline(report)}
<table>
${row("Faults", faults.length)}
${Object.entries(counts)
  .map(([name, count]) => row(name, count))
  .join("\n")}
${row("Slowest recovery from a worker's death", worst(recovery.afterWorkers))}
${row("Slowest recovery from PostgreSQL's restart", worst(recovery.afterDatabase))}
${row("Slowest recovery from the loss of the primary", worst(recovery.afterLosses))}
${row("Slowest recovery from its switchover", worst(recovery.afterSwitchovers))}
${Object.entries(settings)
  .map(([name, value]) => row(name, value))
  .join("\n")}
</table>
</html>
`;
}

/** The timeline as a separate file, without a page that styles its text. */
function picture(timeline: string): string {
  const look =
    '<style>text { font: 11px system-ui, sans-serif }</style><rect width="100%" height="100%" fill="#fff"/>';
  return `${timeline.replace(/^<svg ([^>]*)>/, `<svg xmlns="http://www.w3.org/2000/svg" $1>${look}`)}\n`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
