import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Merchants pin a version of the script by the hash of its bytes, so a released version must never change. Throws if
 * the script in `built` differs from the released one of the same version.
 */
export async function refuseChangedRelease(packageFolder: string, built: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8")) as {
    version: string;
  };
  const released = await readFile(join(packageFolder, "released", `${version}.js`)).catch(() => undefined);
  if (released !== undefined && !released.equals(await readFile(join(built, "service.global.js")))) {
    throw new Error(
      `@service/js ${version} is released with other bytes: raise its version in widget/js/package.json.`,
    );
  }
}
