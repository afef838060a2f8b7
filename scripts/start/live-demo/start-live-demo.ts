import { fileURLToPath } from "node:url";
import { z } from "zod";
import { progress } from "../../cli/show-progress.ts";
import { requireFreePort } from "../require-free-port.ts";
import { report, type Run } from "../run-until-stopped.ts";
import { startPlatform, type StartedPlatform } from "../start-platform.ts";
import { superviseProcess } from "../supervise-process.ts";
import type { LiveDemoConfig } from "./config.ts";
import { describeLiveDemo } from "./describe-live-demo.ts";

/** For the control, Paystack and Monnify. */
const PORTS = 3;

/**
 * Starts a simulated Paystack and Monnify (test/lab/providers), and the platform in live mode with both as its
 * gateways. It begins with an empty database each time, as the providers remember nothing. Raises as startPlatform().
 */
export async function startLiveDemo(
  { start, providersPort }: LiveDemoConfig,
  run: Run,
): Promise<Pick<StartedPlatform, "description" | "failed">> {
  const controlUrl = `http://127.0.0.1:${providersPort}`;
  await progress.step(`Play Paystack and Monnify at ${controlUrl}`, async () => {
    for (let port = providersPort; port < providersPort + PORTS; port += 1)
      await requireFreePort(
        "127.0.0.1",
        port,
        `PROVIDERS_PORT=${providersPort + 10} npm start -- --live-demo`,
      );
    const providers = superviseProcess({
      name: "providers",
      report,
      isReady: async () => (await settingsAt(controlUrl)) !== undefined,
      script: fileURLToPath(new URL("../../../test/lab/providers/main.ts", import.meta.url)),
      env: { ...start.inherited, PORT: `${start.port}`, PROVIDERS_PORT: `${providersPort}` },
    });
    run.add(providers);
    await Promise.race([providers.ready, run.stopRequested]);
    run.signal.throwIfAborted();
  });
  const settings = await settingsAt(controlUrl);
  const inherited = { ...start.inherited, ...settings };
  const platform = await startPlatform({ ...start, inherited }, run);
  const description = describeLiveDemo(platform.demo, { dataDir: start.dataDir, controlUrl });
  return { description, failed: platform.failed };
}

/** The settings of a service that uses the providers; undefined until they run. */
async function settingsAt(controlUrl: string): Promise<Record<string, string> | undefined> {
  const signal = AbortSignal.timeout(2_000);
  const response = await fetch(`${controlUrl}/settings`, { signal }).catch(() => undefined);
  if (response?.ok !== true) return undefined;
  return z.record(z.string(), z.string()).parse(await response.json());
}
