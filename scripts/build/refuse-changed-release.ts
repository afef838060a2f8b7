import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Merchants pin an exact version of the script with the hash of its bytes: once it is released, it stays as it was. Throws
 * where `built` holds other bytes than those that the package's folder keeps of its version.
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
