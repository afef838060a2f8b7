import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const schema = join(root, "widget/dashboard/api/dist/schema.d.ts");

/**
 * Generates the types of the dashboard's API client from the declarations of its routes, if these may have changed
 * since the last time. Only the type checker reads them: browsers load the same code with and without.
 */
export async function generateStaleClient(): Promise<void> {
  const heading = `// Made by the build out of the dashboard's routes: ${await digestOfRoutes()}\n`;
  const present = await readFile(schema, "utf8").catch(() => "");
  if (present.startsWith(heading)) return;
  // Loaded only here: a start without changes should not wait for it.
  const [{ buildDashboardOpenapi }, { dashboardDomains }, { generateClient }] = await Promise.all([
    import("../../ingress/openapi/build-dashboard-openapi.ts"),
    import("../../ingress/dashboard/dashboard-routes.ts"),
    import("../openapi/client-generator/generate-client.ts"),
  ]);
  const types = await generateClient(JSON.stringify(buildDashboardOpenapi(dashboardDomains)));
  await mkdir(dirname(schema), { recursive: true });
  const aside = `${schema}.${process.pid}`;
  await writeFile(aside, heading + types);
  await rename(aside, schema);
}

/** SHA-256 of all that declares routes and their schemas, in hex. */
export async function digestOfRoutes(): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of ["ingress", "sql", "scripts/openapi/client-generator"]) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((each) => /^(?!.*node_modules).*\.ts$/.test(each)).toSorted()) {
      hash.update(`${name}\0`).update(await readFile(join(root, folder, name)));
    }
  }
  return hash.digest("hex");
}
