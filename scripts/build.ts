import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Argument, Command } from "commander";
import { buildStaleDocs } from "./build/build-docs.ts";
import { buildStaleSdk } from "./build/build-sdk.ts";
import { buildWidget } from "./build/build-widget.ts";
import { checkCheckoutSize, checkDashboardSize, checkScriptSize } from "./build/check-sizes.ts";
import { progress } from "./cli/show-progress.ts";
import { readPayOrigin } from "./config.ts";

const [part] = new Command("build")
  .description(
    "Builds the widget and the checkout page, and the SDK and the documentation site if they are stale. npm start and " +
      "npm test build what they need by themselves.",
  )
  .addArgument(new Argument("[part]", "only this one").choices(["widget", "sdk", "docs"]))
  .parse().args;
if (part === undefined || part === "widget") {
  const payOrigin = readPayOrigin();
  await buildWidget(payOrigin, progress.step);
  const script = new URL("../widget/js/dist/service.global.js", import.meta.url);
  const bytes = await checkScriptSize(script);
  const page = await checkCheckoutSize();
  const dashboard = await checkDashboardSize();
  console.log(
    `Built widget/. Compressed, merchants' pages load ${bytes} bytes, the checkout page ${page}, the dashboard's first ` +
      `screen up to ${dashboard.bytes}.`,
  );
  console.log(
    `The npm packages open ${payOrigin ?? "the payOrigin that a shop names: PUBLIC_URL is not set"}.`,
  );
  const hash = createHash("sha384").update(await readFile(script));
  console.log(`The integrity of the script that was built: sha384-${hash.digest("base64")}`);
}
if (part === undefined || part === "sdk") {
  const isBuilt = await progress.step("Build sdk", buildStaleSdk);
  console.log(isBuilt ? "Built sdk/node/ and sdk/cli/." : "sdk/ is up to date.");
}
if (part === undefined || part === "docs") {
  const isBuilt = await progress.step("Build docs/site", buildStaleDocs);
  console.log(isBuilt ? "Built docs/site/; the service shows it at /docs." : "docs/site/ is up to date.");
}
