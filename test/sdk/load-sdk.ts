import type * as Sdk from "../../sdk/node/index.ts";
import { buildStaleSdk } from "../../scripts/build/build-sdk.ts";

/** The built package, as a shop's module gets it. */
export async function loadSdk(): Promise<typeof Sdk> {
  await buildStaleSdk();
  return import(new URL("../../sdk/node/dist/index.js", import.meta.url).href);
}
